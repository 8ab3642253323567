/// The versions of the tables. A step is never edited once it was released: a change is a new step.
enum Migrations {
  /// SQLite's `application_id`: "GATH".
  static let applicationID: Int64 = 0x4741_5448

  static let steps: [String] = [devicesAndState, messagesAndCalls, sessions]

  static var newest: Int { steps.count }

  /// Brings the database from its `user_version` to the newest, each step in its own transaction.
  static func run(on database: Database, upTo last: Int = newest) throws(StoreFailure) {
    let version = Int(try database.integer("PRAGMA user_version") ?? 0)
    guard version >= 0 else { throw .damaged("its schema has the number \(version)") }
    guard version <= newest else { throw .newerVersion(found: version, known: newest) }
    guard version < last else { return }
    for number in (version + 1)...last {
      try database.execute("BEGIN IMMEDIATE")
      do throws(StoreFailure) {
        try database.execute(steps[number - 1])
        try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(number)")
        try database.execute("COMMIT")
      } catch {
        if database.isInTransaction { try? database.execute("ROLLBACK") }
        throw error
      }
    }
  }

  private static let devicesAndState = """
    CREATE TABLE device (
      ieee INTEGER PRIMARY KEY, network_address INTEGER NOT NULL, friendly_name TEXT, manufacturer_name TEXT,
      model_identifier TEXT, software_build TEXT, hardware_version INTEGER, application_version INTEGER,
      power_source INTEGER, node_descriptor BLOB NOT NULL, is_router INTEGER NOT NULL,
      is_sleepy INTEGER NOT NULL, is_mains_powered INTEGER NOT NULL, manufacturer_code INTEGER,
      joined_at INTEGER NOT NULL, last_seen INTEGER NOT NULL, link_quality INTEGER, signal_strength INTEGER,
      parent INTEGER, interview_step TEXT NOT NULL, interview_state TEXT NOT NULL, interview_reason TEXT,
      is_available INTEGER NOT NULL, is_removed INTEGER NOT NULL);
    CREATE UNIQUE INDEX device_name ON device (friendly_name) WHERE is_removed = 0;
    CREATE TABLE endpoint (
      ieee INTEGER NOT NULL, endpoint INTEGER NOT NULL, profile INTEGER NOT NULL, device_id INTEGER NOT NULL,
      device_version INTEGER NOT NULL, input_clusters BLOB NOT NULL, output_clusters BLOB NOT NULL,
      PRIMARY KEY (ieee, endpoint)) WITHOUT ROWID;
    CREATE TABLE attribute (
      ieee INTEGER NOT NULL, endpoint INTEGER NOT NULL, cluster INTEGER NOT NULL,
      manufacturer INTEGER NOT NULL, attribute INTEGER NOT NULL, type INTEGER NOT NULL, value BLOB NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (ieee, endpoint, cluster, manufacturer, attribute)) WITHOUT ROWID;
    CREATE TABLE desired_state (
      ieee INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
      is_confirmed INTEGER NOT NULL, PRIMARY KEY (ieee, kind, key)) WITHOUT ROWID;
    CREATE TABLE device_group (id INTEGER PRIMARY KEY, name TEXT NOT NULL, members BLOB NOT NULL);
    CREATE TABLE scene (
      group_id INTEGER NOT NULL, scene INTEGER NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL,
      PRIMARY KEY (group_id, scene)) WITHOUT ROWID;
    CREATE TABLE lock_user (
      ieee INTEGER NOT NULL, user_id INTEGER NOT NULL, name TEXT, status INTEGER NOT NULL,
      type INTEGER NOT NULL, updated_at INTEGER NOT NULL, extra BLOB NOT NULL,
      PRIMARY KEY (ieee, user_id)) WITHOUT ROWID;
    CREATE TABLE network_backup (taken_at INTEGER PRIMARY KEY, content BLOB NOT NULL);
    CREATE TABLE metadata (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    """

  private static let messagesAndCalls = """
    ALTER TABLE device ADD COLUMN extra BLOB NOT NULL DEFAULT x'';
    CREATE TABLE outbox (
      session TEXT NOT NULL, sequence INTEGER NOT NULL, topic TEXT NOT NULL, payload BLOB NOT NULL,
      quality_of_service INTEGER NOT NULL, is_retained INTEGER NOT NULL, packet_identifier INTEGER,
      stage INTEGER NOT NULL, created_at INTEGER NOT NULL, kind INTEGER NOT NULL,
      PRIMARY KEY (session, sequence)) WITHOUT ROWID;
    CREATE TABLE inbound_packet (
      session TEXT NOT NULL, packet_identifier INTEGER NOT NULL, received_at INTEGER NOT NULL,
      message_digest INTEGER NOT NULL,
      PRIMARY KEY (session, packet_identifier)) WITHOUT ROWID;
    CREATE TABLE handled_call (
      call_user TEXT NOT NULL, call_function TEXT NOT NULL, call_device TEXT NOT NULL,
      call_message_id TEXT NOT NULL, call_timestamp TEXT NOT NULL, body_digest BLOB NOT NULL, reply BLOB,
      state INTEGER NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (call_user, call_function, call_device, call_message_id, call_timestamp)) WITHOUT ROWID;
    CREATE INDEX handled_call_at ON handled_call (at);
    CREATE TABLE pending_command (
      id INTEGER PRIMARY KEY, call_user TEXT, call_function TEXT, call_device TEXT, call_message_id TEXT,
      call_timestamp TEXT, device INTEGER NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
      created_at INTEGER NOT NULL);
    CREATE TABLE allowed_user (
      user_id TEXT PRIMARY KEY, nickname TEXT, added_by TEXT NOT NULL, added_at INTEGER NOT NULL)
      WITHOUT ROWID;
    CREATE TABLE audit (
      sequence INTEGER PRIMARY KEY, previous_hash BLOB NOT NULL, hash BLOB NOT NULL, at INTEGER NOT NULL,
      who TEXT NOT NULL, what TEXT NOT NULL, result TEXT NOT NULL);
    """

  private static let sessions = """
    ALTER TABLE outbox ADD COLUMN properties BLOB NOT NULL DEFAULT x'';
    CREATE TABLE mqtt_session (
      session TEXT PRIMARY KEY, assigned_client_identifier TEXT, expiry_interval INTEGER NOT NULL,
      is_closed INTEGER NOT NULL, written_at INTEGER NOT NULL) WITHOUT ROWID;
    """
}
