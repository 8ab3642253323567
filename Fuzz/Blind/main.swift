// Runs a fuzz target on inputs that are changed blindly, without libFuzzer's feedback and without a sanitizer: many
// times as many executions in the same time, for traps that need luck more than insight.
//   GATEHOUSE_FUZZ_TARGET=NAME gatehouse-fuzz-blind CORPUS EXECUTIONS SEED

import Fuzz
import Glibc

/// SplitMix64.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }
}

func readFile(_ path: String) -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  return [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
    count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
  }
}

func seeds(in directory: String) -> [[UInt8]] {
  guard let handle = opendir(directory) else { return [] }
  defer { closedir(handle) }
  var names: [String] = []
  while let entry = readdir(handle) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted().map { readFile("\(directory)/\($0)") }.filter { !$0.isEmpty }
}

func mutated(_ seeds: [[UInt8]], using generator: inout Generator) -> [UInt8] {
  var bytes = seeds[generator.below(seeds.count)]
  for _ in 0...generator.below(6) {
    switch generator.below(8) {
    case 0 where !bytes.isEmpty:
      bytes[generator.below(bytes.count)] = UInt8(truncatingIfNeeded: generator.next())
    case 1 where !bytes.isEmpty: bytes[generator.below(bytes.count)] ^= 1 << UInt8(generator.below(8))
    case 2 where !bytes.isEmpty: bytes.remove(at: generator.below(bytes.count))
    case 3: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: generator.below(bytes.count + 1))
    case 4: bytes.removeLast(generator.below(bytes.count + 1))
    case 5: bytes += seeds[generator.below(seeds.count)].prefix(generator.below(64))
    case 6 where !bytes.isEmpty:
      bytes[generator.below(bytes.count)] = [0, 1, 0x7F, 0x80, 0xFF][generator.below(5)]
    default:
      let other = seeds[generator.below(seeds.count)]
      let start = generator.below(other.count)
      bytes.insert(
        contentsOf: other[start...].prefix(generator.below(32)), at: generator.below(bytes.count + 1))
    }
  }
  return Array(bytes.prefix(512))
}

let words = CommandLine.arguments
guard words.count == 4, let executions = Int(words[2]), let seed = UInt64(words[3]) else {
  print("usage: gatehouse-fuzz-blind CORPUS EXECUTIONS SEED")
  exit(2)
}
let corpus = seeds(in: words[1])
var generator = Generator(state: seed)
var input: [UInt8] = []
for number in 1...executions {
  input = mutated(corpus, using: &generator)
  input.withUnsafeBufferPointer { _ = fuzzOneInput($0.baseAddress, $0.count) }
  if number % 1_000_000 == 0 {
    print("\(number) executions")
    fflush(nil)
  }
}
print("done: \(executions) executions, no trap")
