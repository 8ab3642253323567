import Transport

/// Notes what a stream tells. Keeps no stream alive.
final class StreamRecorder {
  var isOpen = false
  var bytes: [UInt8] = []
  var pieces = 0
  var drains = 0
  var closures: [StreamClosure] = []

  init(_ stream: any ByteStream) {
    stream.onOpen = { self.isOpen = true }
    stream.onBytes = {
      self.bytes += $0
      self.pieces += 1
    }
    stream.onDrained = { self.drains += 1 }
    stream.onClosed = { self.closures.append($0) }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
