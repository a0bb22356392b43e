-- A data folder's file as version 2 of the schema left it: that of version 1, opened by it, in which a browser has
-- followed a host's link (its cookie is EWNOoeGRXyymTz70QcwI0ICF6wG2IlA0). Made by the program of that version;
-- not to be changed.
PRAGMA foreign_keys=OFF;
PRAGMA application_id = 1413631043;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE device (
    id TEXT PRIMARY KEY,
    venue INTEGER NOT NULL REFERENCES venue (id),
    role TEXT NOT NULL,
    name TEXT,
    token_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
, by_link INTEGER NOT NULL DEFAULT 0, seen_at INTEGER, unlocked_until INTEGER, wrong_pins INTEGER NOT NULL DEFAULT 0, wrong_pin_at INTEGER) STRICT;
INSERT INTO device VALUES('d_hpu3rd',1,'host','The bar',X'8f901fb221e15338f89751051ac2779885f41357fe1a61d12b0919dcb632911e',1795265343602,NULL,0,NULL,NULL,0,NULL);
INSERT INTO device VALUES('d_e1k6br',1,'host',NULL,X'02de3ff7ea9ecc743364d49d249d1151ca2f48a9ea690dfaa1e69d83f81dba8f',1795301623883,NULL,1,NULL,NULL,0,NULL);
CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    venue INTEGER NOT NULL REFERENCES venue (id),
    rev INTEGER NOT NULL CHECK (rev > 0),
    time INTEGER NOT NULL,
    board TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    actor TEXT NOT NULL,
    mutation_id TEXT,
    fingerprint BLOB,
    data TEXT NOT NULL,
    chain BLOB NOT NULL CHECK (length(chain) = 16)
) STRICT;
INSERT INTO event VALUES(1,1,1,1795265343817,'waitlist','added','p_1','host:d_hpu3rd','m-1',X'9181e941f46306d0d0a2e7029713168a96f054b46e4a1b6ff8348611f7654821','{"arrivedAt":"2026-11-21T12:49:03.817Z","name":"Ada Lovelace","notes":"By the window","number":1,"phone":"+12015550123","rank":"11","size":4,"status":"waiting","tags":["birthday"]}',X'e9035661b174c8dbfdf236d474d21f7b');
INSERT INTO event VALUES(2,1,2,1795265344021,'waitlist','added','p_2','host:d_hpu3rd','m-2',X'e9331ccf9b6eb22a7a04f5eb2f525351235c673669b29d0adb0cbc5d8b36e43c','{"arrivedAt":"2026-11-21T12:49:04.021Z","name":"Zoë","number":2,"rank":"12","size":2,"status":"waiting"}',X'5bfb912dc6a06d82cd6aa3b0472434ec');
INSERT INTO event VALUES(3,1,3,1795265344179,'waitlist','readied','p_1','host:d_hpu3rd','m-3',X'72b8a81bc127d03987281542d5cc5c450ef98f24f786a292358e5bbe452de664','{"name":"Ada Lovelace"}',X'46f361df922f1d98f08be0b0cea66b26');
INSERT INTO event VALUES(4,1,4,1795265344341,'waitlist','seated','p_1','host:d_hpu3rd','m-4',X'07c13167f30d16de42114d7add1f2b1a2e503dc3a358422b49b4eea2fd0982ea','{"name":"Ada Lovelace","table":"12"}',X'74a2785bda46ffe97197aef37805e99b');
INSERT INTO event VALUES(5,1,5,1795265344508,'waitlist','undone','p_1','host:d_hpu3rd','m-5',X'5307c4956500ec200ff1a817be91c09fd0ab9c6a8d9379f3056a0d666ac59c23','{"name":"Ada Lovelace","party":{"arrivedAt":"2026-11-21T12:49:03.817Z","name":"Ada Lovelace","notes":"By the window","number":1,"phone":"+12015550123","rank":"11","readyAt":"2026-11-21T12:49:04.179Z","size":4,"status":"ready","tags":["birthday"]},"undoes":4}',X'93823a37ad4faeac80c9a56d11a987a7');
INSERT INTO event VALUES(6,1,6,1795265344644,'notice','posted','n_6','host:d_hpu3rd','m-6',X'aa79150cff084c137ed973d73fedcafbd49da45046f4e188580e2b50f338dc55','{"level":"info","text":"The terrace is open."}',X'c8df67ab3eaa8cc56ca38d991f862745');
INSERT INTO event VALUES(7,1,7,1795265344808,'waitlist','moved','p_2','host:d_hpu3rd','m-7',X'b03b31b859a060ec6c8f22f742f4a3c66c8c25e9594c164372550fc57441e774','{"name":"Zoë","rank":"0nse"}',X'f1e176caff59f3af10806133b0d958c2');
CREATE TABLE link (
    hash BLOB PRIMARY KEY,
    venue INTEGER NOT NULL REFERENCES venue (id),
    role TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
, name TEXT, maker TEXT) STRICT;
INSERT INTO link VALUES(X'd80bc03a305671aebebc11c13cc63f56a21b8b413097ab3a1da1b2da9e07b149',1,'host',1795265343092,1795351743092,NULL,NULL,NULL);
INSERT INTO link VALUES(X'e4eb52048d6b3ee6aae818319fa427081661ffdbb56a69d0d35fd8ad6679ffc6',1,'display',1795265343122,1795351743122,NULL,NULL,NULL);
INSERT INTO link VALUES(X'd4bbb7b2d6c24512b715f2b22009fe84588c795111bb273339468374530ad6c8',1,'engineer',1795265343125,1795351743125,NULL,NULL,NULL);
INSERT INTO link VALUES(X'5263d2e2b0b3e295013a0977b7485de15750368d65ab7abb7a9e936c4e189299',1,'host',1795301623861,1795388023861,1795301623883,NULL,NULL);
CREATE TABLE venue (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    epoch TEXT NOT NULL,
    name TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    labels TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ticket_key BLOB NOT NULL
) STRICT;
INSERT INTO venue VALUES(1,'main','5hc9d247','Trattoria da Ada','Europe/Rome','first_initial',1795265343067,X'4545b1a2295c6ab5d26cecd593465e5c463ccf79b4c8d0887a6388852b6a300e');
CREATE TABLE pin (
    venue INTEGER PRIMARY KEY REFERENCES venue (id),
    digest TEXT NOT NULL
) STRICT;
CREATE TABLE webhook (
    venue INTEGER PRIMARY KEY REFERENCES venue (id),
    address TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX event_by_rev ON event (venue, rev);
CREATE UNIQUE INDEX event_by_mutation ON event (venue, mutation_id)
    WHERE mutation_id IS NOT NULL;
CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
    BEGIN SELECT RAISE (ABORT, 'events are never changed'); END;
CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    BEGIN SELECT RAISE (ABORT, 'events are never deleted'); END;
COMMIT;
