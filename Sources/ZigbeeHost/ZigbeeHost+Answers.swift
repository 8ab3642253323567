import RadioInterface
import SansIO
import ZCL
import Zigbee

// Frames that answer what the host asked.
extension ZigbeeHost {
  /// Ends the exchange that a frame answers; false when the frame is no answer to anything open.
  mutating func takeAnswer(
    _ frame: ZCLFrame, from device: IEEEAddress, _ indication: APSIndication, at now: Instants
  ) -> Bool {
    guard
      let id = transactions.matchZCL(
        frame, from: device, endpoint: indication.sourceEndpoint, cluster: indication.cluster),
      let exchange = exchanges[id], case .zcl(let request) = exchange.content
    else { return false }
    if let answer = frame.defaultResponse {
      if answer.status == .success, request.operation.frameCommand.answer != nil {
        // Some devices say "taken" first and send the real answer afterwards.
        exchanges[id]?.sawSuccess = true
        return true
      }
      end(id, .zcl(ZCLRequest.Operation.result(of: answer.status)), at: now)
      return true
    }
    let result = request.operation.result(of: frame)
    if case .attributes(let records) = result {
      publish(records, from: device, indication, manufacturer: frame.manufacturer)
    }
    end(id, .zcl(result), at: now)
    return true
  }

  /// An answer without an exchange: values are worth having, everything else is only counted.
  mutating func takeLateAnswer(
    _ frame: ZCLFrame, from device: IEEEAddress, _ indication: APSIndication
  ) {
    let isLate = transactions.countUnmatchedZCL(
      frame, from: device, endpoint: indication.sourceEndpoint, cluster: indication.cluster)
    guard isLate, frame.kind == .global, frame.command == GlobalCommand.readAttributesResponse,
      case .attributes(let records) = ZCLRequest.Operation.read([]).result(of: frame)
    else { return }
    publish(records, from: device, indication, manufacturer: frame.manufacturer)
  }

  private mutating func publish(
    _ records: [AttributeReadResult], from device: IEEEAddress, _ indication: APSIndication,
    manufacturer: ManufacturerCode?
  ) {
    let values = records.compactMap { record in
      record.value.map { AttributeUpdate.Record(attribute: record.attribute, value: $0) }
    }
    guard !values.isEmpty else { return }
    emit(
      .attributes(
        AttributeUpdate(
          device: device, endpoint: indication.sourceEndpoint, cluster: indication.cluster,
          manufacturer: manufacturer, origin: .readResponse, records: values)))
  }
}
