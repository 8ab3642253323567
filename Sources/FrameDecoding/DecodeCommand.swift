import EZSP
import JSON
import ZCL
import Zigbee

/// `gatehouse decode --protocol znp|ash|ezsp|zcl [--ezsp-version N] [--cluster ID --profile ID] HEX|-`: explains
/// frames, one JSON object a line. The executable gives the words and takes the lines.
package struct DecodeCommand: Sendable {
  package enum FrameProtocol: String, CaseIterable, Sendable {
    case znp, ash, ezsp, zcl
  }

  /// A word of the command line that cannot be used, in words for people.
  package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
  }

  /// Characters of hexadecimal text in one frame; the longest real one has a few hundred.
  package static let longestLine = 16_384

  private let explainer: FrameExplainer
  private let frameProtocol: FrameProtocol
  private let context: FrameExplainer.Context?
  private let version: EZSPVersion?

  /// `cluster` and `profile` are numbers as people write them: `0x0101`, `0101` (hexadecimal, four digits) or
  /// `257`.
  package init(
    directory: ClusterDirectory, protocolName: String?, cluster: String? = nil, profile: String? = nil,
    version: String? = nil
  ) throws(UsageError) {
    let known = FrameProtocol.allCases.map(\.rawValue).joined(separator: ", ")
    guard let protocolName else { throw UsageError(description: "--protocol is needed: \(known)") }
    guard let frameProtocol = FrameProtocol(rawValue: protocolName) else {
      throw UsageError(description: "--protocol \(protocolName) is not known; use \(known)")
    }
    explainer = FrameExplainer(directory: directory)
    self.frameProtocol = frameProtocol
    self.version = try Self.version(version, frameProtocol)
    switch frameProtocol {
    case .znp, .ash, .ezsp:
      guard cluster == nil, profile == nil else {
        throw UsageError(
          description:
            "--cluster and --profile belong to --protocol zcl: \(protocolName) frames name both")
      }
      context = nil
    case .zcl:
      guard let cluster else {
        throw UsageError(description: "--protocol zcl needs --cluster, such as --cluster 0x0101")
      }
      context = FrameExplainer.Context(
        cluster: ClusterID(rawValue: try Self.number(cluster, option: "--cluster")),
        profile: ProfileID(rawValue: try Self.number(profile ?? "0x0104", option: "--profile")))
    }
  }

  private static func version(
    _ text: String?, _ frameProtocol: FrameProtocol
  ) throws(UsageError) -> EZSPVersion? {
    guard let text else { return nil }
    guard frameProtocol == .ash || frameProtocol == .ezsp else {
      throw UsageError(description: "--ezsp-version belongs to --protocol ash and ezsp")
    }
    let versions = EZSPVersion.oldest.rawValue...EZSPVersion.newest.rawValue
    guard let number = UInt8(text), versions.contains(number) else {
      throw UsageError(
        description:
          "--ezsp-version \(text) is not known; use \(EZSPVersion.oldest) to \(EZSPVersion.newest)")
    }
    return EZSPVersion(rawValue: number)
  }

  private static func number(_ text: String, option: String) throws(UsageError) -> UInt16 {
    let value: UInt16?
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      value = UInt16(text.dropFirst(2), radix: 16)
    } else if text.utf8.count == 4 {
      value = UInt16(text, radix: 16)
    } else {
      value = UInt16(text)
    }
    guard let value else {
      throw UsageError(description: "\(option) \(text) is no 16-bit number; write it as 0x0101")
    }
    return value
  }

  /// Explains each word; `-` stands for the lines that `nextLine` gives until it gives nil. Lines of JSON go to
  /// `emit`, complaints to `complain`. Returns whether every frame could be read as hexadecimal.
  package func run(
    _ words: [String], nextLine: () -> String?, emit: (String) -> Void, complain: (String) -> Void
  ) -> Bool {
    guard !words.isEmpty else {
      complain("nothing to decode: give hexadecimal bytes, or - to read lines from standard input")
      return false
    }
    var isClean = true
    for word in words {
      if word == "-" {
        var number = 0
        while let line = nextLine() {
          number += 1
          if line.allSatisfy(\.isWhitespace) { continue }
          isClean = explain(line, place: "line \(number)", emit, complain) && isClean
        }
      } else {
        isClean = explain(word, place: "argument", emit, complain) && isClean
      }
    }
    return isClean
  }

  private func explain(
    _ text: String, place: String, _ emit: (String) -> Void, _ complain: (String) -> Void
  ) -> Bool {
    guard text.utf8.count <= Self.longestLine else {
      complain("\(place): longer than \(Self.longestLine) characters")
      return false
    }
    let compact = text.filter { !$0.isWhitespace }
    guard let bytes = Hexadecimal.bytes(compact), !bytes.isEmpty else {
      complain("\(place): not an even number of hexadecimal digits")
      return false
    }
    emit(explain(bytes).description)
    return true
  }

  /// The explanation of one frame.
  package func explain(_ bytes: [UInt8]) -> JSONValue {
    if let context { return explainer.explainZCL(bytes, in: context) }
    switch frameProtocol {
    case .ash: return explainer.explainASH(bytes, version: version)
    case .ezsp: return explainer.explainEZSP(bytes, version: version)
    case .znp, .zcl: return explainer.explainZNP(bytes)
    }
  }
}
