-- A state file of the first version of the tables, with one row of each.
PRAGMA journal_mode = WAL;
PRAGMA application_id = 1195463752;
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
PRAGMA user_version = 1;
INSERT INTO device VALUES (-1, 4660, 'Door', 'M', 'Lock', NULL, 1, 2, 3, x'0102', 0, 1, 0, 4447, 10, 20, 200, -50,
  NULL, '', 'complete', NULL, 1, 0);
INSERT INTO endpoint VALUES (-1, 1, 260, 10, 0, x'00000101', x'');
INSERT INTO attribute VALUES (-1, 1, 257, 0, 0, 48, x'01', 30);
INSERT INTO desired_state VALUES (-1, 'binding', 'k', x'01', 1);
INSERT INTO device_group VALUES (1, 'All', x'');
INSERT INTO scene VALUES (1, 2, 'Night', x'');
INSERT INTO lock_user VALUES (-1, 1, 'Ann', 1, 0, 40, x'');
INSERT INTO network_backup VALUES (50, x'7b7d');
INSERT INTO metadata VALUES ('coordinator', x'0102');
