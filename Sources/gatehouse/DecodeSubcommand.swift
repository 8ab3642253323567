import FrameDecoding
import ZCL

extension Subcommand {
  static let decode = Subcommand(
    name: "decode", summary: "Explains frames, one JSON object a line",
    usage: """
      usage: gatehouse decode --protocol znp HEX ... | -
             gatehouse decode --protocol ash|ezsp [--ezsp-version N] HEX ... | -
             gatehouse decode --protocol zcl --cluster ID [--profile ID] HEX ... | -

        --protocol NAME   znp: a frame of the serial line, from FE to its check byte
                          ash: a frame of the serial line, with its escapes and the closing 7E
                          ezsp: what a DATA frame of ash carries, in the clear
                          zcl: a ZCL frame, or a ZDO message with --profile 0x0000
        --ezsp-version N  4 to 19, where the frame alone does not tell
        --cluster ID      the cluster of a zcl frame, for example 0x0101
        --profile ID      default 0x0104 (Home Automation)
        -                 reads lines of hexadecimal from standard input
      """,
    form: .init(
      valueOptions: ["--protocol", "--cluster", "--profile", "--ezsp-version"], positionals: 1...1024)
  ) { (arguments) throws(UsageError) in
    let directory: ClusterDirectory
    guard let text = DataFile.text("zcl/clusters.txt") else {
      Output.error("decode: zcl/clusters.txt is not found; $GATEHOUSE_DATA names its directory")
      return .failure
    }
    do {
      directory = try ClusterDirectory(parsing: text)
    } catch {
      Output.error("decode: zcl/clusters.txt: \(error)")
      return .failure
    }
    let command: DecodeCommand
    do throws(DecodeCommand.UsageError) {
      command = try DecodeCommand(
        directory: directory, protocolName: arguments["--protocol"], cluster: arguments["--cluster"],
        profile: arguments["--profile"], version: arguments["--ezsp-version"])
    } catch {
      throw UsageError(error.description)
    }
    let isClean = command.run(
      arguments.positionals, nextLine: StandardInput.line, emit: Output.line,
      complain: { Output.error("decode: \($0)") })
    return isClean ? .success : .failure
  }
}
