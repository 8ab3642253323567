import Glibc
import SansIO
import Storage

@testable import GatewayRuntime
@testable import Settings

/// The bytes of the state file. The first byte tells how the rest is meant: the whole file, or changes to a
/// sound one (place in three bytes, count, bytes), which get further than a random file does.
enum StoreFileFuzz: FuzzTarget {
  static let name = "store-file"
  private static let path = ScratchDirectory.make("store")
  private static let sound = prepared()

  static func run(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    var content = sound
    if input.byte() & 1 == 0 {
      content = input.rest()
    } else {
      while !input.isEmpty { change(&content, &input) }
    }
    ScratchDirectory.clear(path)
    mkdir(path, 0o700)
    ScratchDirectory.write(content, to: path + "/gatehouse.db")
    open()
  }

  private static func change(_ content: inout [UInt8], _ input: inout FuzzInput) {
    let place = (Int(input.number16()) | Int(input.byte()) << 16) % max(content.count, 1)
    let patch = input.bytes(Int(input.byte() % 16) + 1)
    for (index, byte) in patch.enumerated() where place + index < content.count {
      content[place + index] = byte
    }
  }

  private static func open() {
    let loop = FuzzLoop()
    let store = Store(directory: path, loop: loop, openedAt: loop.now.wall, execution: .loop)
    if case .success(let state) = store.loadAll() { StateCheck.start(CoreStoreMapping.coreState(state)) }
    store.start()
    store.apply([.putMetadata(key: "probe", value: [1])], durability: .synced) { _ in }
    loop.turn()
    store.closeAndWait()
  }

  private static func prepared() -> [UInt8] {
    let loop = FuzzLoop()
    let store = Store(directory: path, loop: loop, openedAt: loop.now.wall, execution: .loop)
    store.start()
    store.apply(SampleState.changes, durability: .synced) { _ in }
    loop.turn()
    store.closeAndWait()
    let bytes = (try? FileContent.bytes(path + "/gatehouse.db", limit: 1 << 22)) ?? []
    require(bytes.count > 4_096, "the sound file could not be made")
    return bytes
  }
}
