-- What the second version of the tables added to version-1.sql, with messages.
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
INSERT INTO outbox VALUES ('cloud', 7, '/type/1/call', x'0102', 2, 1, 12, 2, 1700000000000, 0);
INSERT INTO outbox VALUES ('cloud', 9, 'door', x'', 1, 0, NULL, 0, 1700000000001, 1);
INSERT INTO inbound_packet VALUES ('cloud', 65535, 1700000000002, -5);
PRAGMA user_version = 2;
