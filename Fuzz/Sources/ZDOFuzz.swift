import ByteCoding
import FrameDecoding
import JSON
import Zigbee

/// ZDO messages: a cluster in two bytes, then the payload of endpoint 0.
enum ZDOFuzz: FuzzTarget {
  static let name = "zdo"
  private static let explainer = FrameExplainer(directory: ClusterFile.directory)

  static func run(_ bytes: [UInt8]) {
    var input = FuzzInput(bytes)
    let cluster = ClusterID(rawValue: input.number16())
    let payload = input.rest()
    JSONCheck.roundTrips(
      explainer.explainZCL(payload, in: FrameExplainer.Context(cluster: cluster, profile: .deviceProfile)))
    guard let message = try? ZDOMessage(cluster: cluster, payload: payload) else { return }
    require(message.payload == payload, "a ZDO message changes on its way in and out")
    for body in bodies where body.cluster == cluster { check(body, message) }
  }

  private static func check<Body: ZDOBody>(_: Body.Type, _ message: ZDOMessage) {
    guard let body = try? message.decode(Body.self) else { return }
    RoundTrip.check(body)
  }

  private static let bodies: [any ZDOBody.Type] = [
    NetworkAddressRequest.self, IEEEAddressRequest.self, NetworkAddressResponse.self,
    IEEEAddressResponse.self, BindRequest.self, UnbindRequest.self, StoreBackupBindEntryRequest.self,
    RemoveBackupBindEntryRequest.self, BackupBindTableRequest.self, BackupBindTableResponse.self,
    RecoverBindTableRequest.self, RecoverBindTableResponse.self, BackupSourceBindRequest.self,
    RecoverSourceBindRequest.self, RecoverSourceBindResponse.self, EndDeviceBindRequest.self,
    BindRegisterRequest.self, BindRegisterResponse.self, ReplaceDeviceRequest.self,
    ComplexDescriptorRequest.self, ComplexDescriptorResponse.self, UserDescriptorRequest.self,
    UserDescriptorResponse.self, UserDescriptorSet.self, UserDescriptorConfirm.self,
    NodeDescriptorRequest.self, PowerDescriptorRequest.self, SimpleDescriptorRequest.self,
    ActiveEndpointsRequest.self, SystemServerDiscoveryRequest.self, SystemServerDiscoveryResponse.self,
    NodeDescriptorResponse.self, PowerDescriptorResponse.self, SimpleDescriptorResponse.self,
    DeviceAnnounce.self, DiscoveryCacheRequest.self, DiscoveryStoreRequest.self,
    NodeDescriptorStoreRequest.self, PowerDescriptorStoreRequest.self, ActiveEndpointsStoreRequest.self,
    SimpleDescriptorStoreRequest.self, RemoveNodeCacheRequest.self, FindNodeCacheRequest.self,
    FindNodeCacheResponse.self, ActiveEndpointsResponse.self, MatchDescriptorRequest.self,
    MatchDescriptorResponse.self, ManagementEnhancedUpdateRequest.self,
    ManagementEnhancedUpdateNotify.self, ExtendedSimpleDescriptorRequest.self,
    ExtendedSimpleDescriptorResponse.self, ExtendedActiveEndpointsRequest.self,
    ExtendedActiveEndpointsResponse.self, ManagementNetworkDiscoveryRequest.self,
    ManagementDirectJoinRequest.self, ManagementCacheRequest.self, ManagementJoiningListRequest.self,
    ManagementLeaveRequest.self, ManagementLQIRequest.self, ManagementRoutingRequest.self,
    ManagementBindRequest.self, ManagementPermitJoiningRequest.self,
    ManagementPermitJoiningResponse.self, ManagementLeaveResponse.self, BindResponse.self,
    UnbindResponse.self, ManagementNetworkDiscoveryResponse.self, ManagementCacheResponse.self,
    ManagementJoiningListResponse.self, ManagementNetworkUpdateRequest.self,
    ManagementNetworkUpdateNotify.self, ManagementNetworkUnsolicitedUpdateNotify.self,
    ParentAnnounce.self, ParentAnnounceResponse.self, GetConfigurationRequest.self,
    ManagementLQIResponse.self, ManagementRoutingResponse.self, ManagementBindResponse.self,
  ]
}
