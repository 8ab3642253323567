import EZSP
import RadioInterface
import Reactor
import SansIO
import ServiceManager
import Settings
import Transport
import ZNP
import Zigbee

/// From a `[[network]]` of the settings to a link.
enum AdapterSetup {
  static func plan(_ network: Settings.Network) -> NetworkPlan {
    NetworkPlan(
      channel: network.channel.flatMap { RadioChannel(rawValue: $0) },
      panID: network.panIdentifier.map { PANIdentifier(rawValue: $0) },
      extendedPANID: network.extendedPANIdentifier.map { ExtendedPANIdentifier(rawValue: $0) })
  }

  static func portText(_ port: SerialPortAddress) -> String {
    switch port {
    case .device(let path): path
    case .tcp(let endpoint): "tcp://\(endpoint.host):\(endpoint.port)"
    }
  }

  static func session(
    _ network: Settings.Network, plan: NetworkPlan, remembered: NetworkParameters?,
    mayFormFirstNetwork: Bool
  ) -> any AdapterSession {
    let znp = ZNPSession(
      configuration: ZNPConfiguration(
        plan: plan, remembered: remembered, mayFormFirstNetwork: mayFormFirstNetwork,
        transmitPower: network.transmitPower, bootloaderWake: bootloaderWake(network.bootloaderWake)))
    var configuration = EZSPConfiguration(
      plan: plan, remembered: remembered, mayFormFirstNetwork: mayFormFirstNetwork,
      transmitPower: network.transmitPower)
    switch network.adapter {
    case .znp: return znp
    case .ezsp: return EZSPSession(configuration: configuration)
    case .auto:
      configuration.resetAttempts = 2
      return FamilyProbe([znp, EZSPSession(configuration: configuration)])
    }
  }

  private static func bootloaderWake(_ wake: Settings.Network.BootloaderWake)
    -> ZNPConfiguration.BootloaderWake
  {
    switch wake {
    case .none: .none
    case .byte: .byte
    case .lines: .lines
    }
  }

  static func stream(
    _ network: Settings.Network, loop: EventLoop, worker: SerialWorker
  ) -> any ByteStream {
    switch network.port {
    case .device(let path):
      SerialPort(
        loop: loop,
        settings: SerialSettings(
          path: path, baud: UInt32(clamping: network.baud), flowControl: flowControl(network.flowControl),
          dtr: network.dtr, rts: network.rts))
    case .tcp(let endpoint):
      TCPStream(loop: loop, worker: worker, host: endpoint.host, port: UInt16(clamping: endpoint.port))
    }
  }

  private static func flowControl(_ flow: Settings.Network.FlowControl) -> SerialSettings.FlowControl {
    switch flow {
    case .none: .none
    case .hardware: .hardware
    case .software: .software
    }
  }
}
