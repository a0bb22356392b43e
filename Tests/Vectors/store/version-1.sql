-- A data folder's file as version 1 of the schema left it: seven events of the venue `main`, one host's
-- token (L4LN8BPcVCUMivf0cPbWft2AFiJbMdq7) and three links. Made by the program of that version; not to be
-- changed.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1413631043;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE device (
    id TEXT PRIMARY KEY,
    venue INTEGER NOT NULL REFERENCES venue (id),
    role TEXT NOT NULL,
    name TEXT,
    token_hash BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
INSERT INTO "device" VALUES('d_hpu3rd',1,'host','The bar',X'8F901FB221E15338F89751051AC2779885F41357FE1A61D12B0919DCB632911E',1795265343602,NULL);
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
INSERT INTO "event" VALUES(1,1,1,1795265343817,'waitlist','added','p_1','host:d_hpu3rd','m-1',X'9181E941F46306D0D0A2E7029713168A96F054B46E4A1B6FF8348611F7654821','{"arrivedAt":"2026-11-21T12:49:03.817Z","name":"Ada Lovelace","notes":"By the window","number":1,"phone":"+12015550123","rank":"11","size":4,"status":"waiting","tags":["birthday"]}',X'E9035661B174C8DBFDF236D474D21F7B');
INSERT INTO "event" VALUES(2,1,2,1795265344021,'waitlist','added','p_2','host:d_hpu3rd','m-2',X'E9331CCF9B6EB22A7A04F5EB2F525351235C673669B29D0ADB0CBC5D8B36E43C','{"arrivedAt":"2026-11-21T12:49:04.021Z","name":"Zoë","number":2,"rank":"12","size":2,"status":"waiting"}',X'5BFB912DC6A06D82CD6AA3B0472434EC');
INSERT INTO "event" VALUES(3,1,3,1795265344179,'waitlist','readied','p_1','host:d_hpu3rd','m-3',X'72B8A81BC127D03987281542D5CC5C450EF98F24F786A292358E5BBE452DE664','{"name":"Ada Lovelace"}',X'46F361DF922F1D98F08BE0B0CEA66B26');
INSERT INTO "event" VALUES(4,1,4,1795265344341,'waitlist','seated','p_1','host:d_hpu3rd','m-4',X'07C13167F30D16DE42114D7ADD1F2B1A2E503DC3A358422B49B4EEA2FD0982EA','{"name":"Ada Lovelace","table":"12"}',X'74A2785BDA46FFE97197AEF37805E99B');
INSERT INTO "event" VALUES(5,1,5,1795265344508,'waitlist','undone','p_1','host:d_hpu3rd','m-5',X'5307C4956500EC200FF1A817BE91C09FD0AB9C6A8D9379F3056A0D666AC59C23','{"name":"Ada Lovelace","party":{"arrivedAt":"2026-11-21T12:49:03.817Z","name":"Ada Lovelace","notes":"By the window","number":1,"phone":"+12015550123","rank":"11","readyAt":"2026-11-21T12:49:04.179Z","size":4,"status":"ready","tags":["birthday"]},"undoes":4}',X'93823A37AD4FAEAC80C9A56D11A987A7');
INSERT INTO "event" VALUES(6,1,6,1795265344644,'notice','posted','n_6','host:d_hpu3rd','m-6',X'AA79150CFF084C137ED973D73FEDCAFBD49DA45046F4E188580E2B50F338DC55','{"level":"info","text":"The terrace is open."}',X'C8DF67AB3EAA8CC56CA38D991F862745');
INSERT INTO "event" VALUES(7,1,7,1795265344808,'waitlist','moved','p_2','host:d_hpu3rd','m-7',X'B03B31B859A060EC6C8F22F742F4A3C66C8C25E9594C164372550FC57441E774','{"name":"Zoë","rank":"0nse"}',X'F1E176CAFF59F3AF10806133B0D958C2');
CREATE TABLE link (
    hash BLOB PRIMARY KEY,
    venue INTEGER NOT NULL REFERENCES venue (id),
    role TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT;
INSERT INTO "link" VALUES(X'D80BC03A305671AEBEBC11C13CC63F56A21B8B413097AB3A1DA1B2DA9E07B149',1,'host',1795265343092,1795351743092,NULL);
INSERT INTO "link" VALUES(X'E4EB52048D6B3EE6AAE818319FA427081661FFDBB56A69D0D35FD8AD6679FFC6',1,'display',1795265343122,1795351743122,NULL);
INSERT INTO "link" VALUES(X'D4BBB7B2D6C24512B715F2B22009FE84588C795111BB273339468374530AD6C8',1,'engineer',1795265343125,1795351743125,NULL);
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
INSERT INTO "venue" VALUES(1,'main','5hc9d247','Trattoria da Ada','Europe/Rome','first_initial',1795265343067,X'4545B1A2295C6AB5D26CECD593465E5C463CCF79B4C8D0887A6388852B6A300E');
CREATE UNIQUE INDEX event_by_rev ON event (venue, rev);
CREATE UNIQUE INDEX event_by_mutation ON event (venue, mutation_id)
    WHERE mutation_id IS NOT NULL;
CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event
    BEGIN SELECT RAISE (ABORT, 'events are never changed'); END;
CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event
    BEGIN SELECT RAISE (ABORT, 'events are never deleted'); END;
COMMIT;
