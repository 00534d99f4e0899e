-- The database of a service of 16 November 2026 (commit 4903de87, migrations 1 to 7), as `sqlite3 .dump` prints it; the
-- search index is built anew, because a dump of it needs a writable schema. The service was killed while a question was
-- open, a timer was running and an execution was paused. Never edit it: databases of users are not edited either.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO migrations VALUES(1,'workflows, tokens and grants');
INSERT INTO migrations VALUES(2,'executions, their journal, and keyed values');
INSERT INTO migrations VALUES(3,'triggers');
INSERT INTO migrations VALUES(4,'sessions, messages, questions and memories');
INSERT INTO migrations VALUES(5,'connections, chats and vectors');
INSERT INTO migrations VALUES(6,'workflows as tools');
INSERT INTO migrations VALUES(7,'the end of the credential behind a ticket');
CREATE TABLE workflows (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    machine_name TEXT NOT NULL UNIQUE,
    revision INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    tags TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    description TEXT NOT NULL,
    description_key TEXT NOT NULL
  , sessions INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO workflows VALUES(1,'01a1ed80-ee83-7bfc-b310-3fdc751b6a24','greeting',2,1794986012291,1794986012316,'["first"]','Greeting','greeting','Says hello, twice.','says hello, twice.',0);
INSERT INTO workflows VALUES(2,'01a1ed80-eeb6-7757-a49f-6f5db36aed04','hooked',1,1794986012342,1794986012342,'[]','Hooked','hooked','','',0);
INSERT INTO workflows VALUES(3,'01a1ed80-eed3-7d61-8d99-de4d1ac23e3a','asking',1,1794986012371,1794986012371,'[]','Asking','asking','','',0);
INSERT INTO workflows VALUES(4,'01a1ed80-eef0-7bcf-a804-0a4458fff2e6','timed',1,1794986012400,1794986012400,'[]','Timed','timed','','',0);
INSERT INTO workflows VALUES(5,'01a1ed80-ef06-714b-ae0e-3faadae8f585','failing',1,1794986012422,1794986012422,'[]','Failing','failing','','',0);
INSERT INTO workflows VALUES(6,'01a1ed80-ef16-7a44-b4d4-a6aa1a252524','remembers',1,1794986012438,1794986012438,'[]','Remembers','remembers','','',0);
INSERT INTO workflows VALUES(7,'01a1ed80-ef1d-7e1f-8a58-c9a554803661','recalls',1,1794986012445,1794986012445,'[]','Recalls','recalls','','',0);
INSERT INTO workflows VALUES(8,'01a1ed80-ef29-7853-9867-70d761ce994a','shopping_list',1,1794986012457,1794986012457,'[]','Shopping list','shopping list','Remembers what it is told.','remembers what it is told.',1);
CREATE TABLE workflow_tags (
    tag_key TEXT NOT NULL,
    workflow_seq INTEGER NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    PRIMARY KEY (tag_key, workflow_seq)
  ) STRICT, WITHOUT ROWID;
INSERT INTO workflow_tags VALUES('first',1);
CREATE TABLE workflow_versions (
    workflow_seq INTEGER NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    version_id TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    saved_by TEXT NOT NULL,
    secrets BLOB,
    document ANY NOT NULL,
    PRIMARY KEY (workflow_seq, revision)
  ) STRICT;
INSERT INTO workflow_versions VALUES(1,1,'01a1ed80-ee83-7242-9ef3-84e6bd3e838a',1794986012291,'admin',NULL,'{"id":"01a1ed80-ee83-7bfc-b310-3fdc751b6a24","machineName":"greeting","revision":1,"name":"Greeting","description":"Says hello.","nodes":[{"id":"name","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"name","config":{"defaultValue":"Ada"},"metadata":{"node_type_id":"text_input"}}},{"id":"out","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"out","config":{"name":"answer"},"metadata":{"node_type_id":"output"}}}],"edges":[{"id":"name-out","source":"name","target":"out","sourceHandle":"name-output-text","targetHandle":"out-input-value"}],"metadata":{"author":"admin","format":"millrace","tags":["first"],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.291Z","updatedAt":"2026-11-18T07:13:32.291Z","versionId":"01a1ed80-ee83-7242-9ef3-84e6bd3e838a","updateNumber":1}}');
INSERT INTO workflow_versions VALUES(1,2,'01a1ed80-ee9c-7599-9918-58ccee91a1b7',1794986012316,'admin',NULL,'{"id":"01a1ed80-ee83-7bfc-b310-3fdc751b6a24","machineName":"greeting","revision":2,"name":"Greeting","description":"Says hello, twice.","nodes":[{"id":"name","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"name","config":{"defaultValue":"Ada"},"metadata":{"node_type_id":"text_input"}}},{"id":"out","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"out","config":{"name":"answer"},"metadata":{"node_type_id":"output"}}}],"edges":[{"id":"name-out","source":"name","target":"out","sourceHandle":"name-output-text","targetHandle":"out-input-value"}],"metadata":{"author":"admin","format":"millrace","tags":["first"],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.291Z","updatedAt":"2026-11-18T07:13:32.316Z","versionId":"01a1ed80-ee9c-7599-9918-58ccee91a1b7","updateNumber":2}}');
INSERT INTO workflow_versions VALUES(2,1,'01a1ed80-eeb2-7c6b-804b-73ecbd1f2e41',1794986012342,'admin',X'01314e3e60afcfea86b878216437ef0e47fc6579377ae87c62fdec259389c7c506380db6df9a8c968112837c80c41e67f73ad805781ff152c0bf2e6a791b7143516eb51e74af21cf98f8','{"id":"01a1ed80-eeb6-7757-a49f-6f5db36aed04","machineName":"hooked","revision":1,"name":"Hooked","description":"","nodes":[{"id":"hook","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"hook","config":{"path":"called","auth":"token","secret":"__secret__:hook"},"metadata":{"node_type_id":"webhook_trigger"}}},{"id":"out","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"out","config":{"name":"body"},"metadata":{"node_type_id":"output"}}}],"edges":[{"id":"hook-out","source":"hook","target":"out","sourceHandle":"hook-output-body","targetHandle":"out-input-value"}],"metadata":{"author":"admin","format":"millrace","tags":[],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.342Z","updatedAt":"2026-11-18T07:13:32.342Z","versionId":"01a1ed80-eeb2-7c6b-804b-73ecbd1f2e41","updateNumber":1}}');
INSERT INTO workflow_versions VALUES(3,1,'01a1ed80-eed3-7997-a53a-0cc0eb6e709a',1794986012371,'admin',NULL,'{"id":"01a1ed80-eed3-7d61-8d99-de4d1ac23e3a","machineName":"asking","revision":1,"name":"Asking","description":"","nodes":[{"id":"ask","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"ask","config":{"message":"Well?"},"metadata":{"node_type_id":"text_prompt"}}},{"id":"out","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"out","config":{"name":"said"},"metadata":{"node_type_id":"output"}}}],"edges":[{"id":"ask-out","source":"ask","target":"out","sourceHandle":"ask-output-text","targetHandle":"out-input-value"}],"metadata":{"author":"admin","format":"millrace","tags":[],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.371Z","updatedAt":"2026-11-18T07:13:32.371Z","versionId":"01a1ed80-eed3-7997-a53a-0cc0eb6e709a","updateNumber":1}}');
INSERT INTO workflow_versions VALUES(4,1,'01a1ed80-eef0-7ac8-9377-d8fea6dd803f',1794986012400,'admin',NULL,'{"id":"01a1ed80-eef0-7bcf-a804-0a4458fff2e6","machineName":"timed","revision":1,"name":"Timed","description":"","nodes":[{"id":"text","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"text","config":{"defaultValue":"in time"},"metadata":{"node_type_id":"text_input"}}},{"id":"wait","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"wait","config":{"seconds":3},"metadata":{"node_type_id":"delay"}}},{"id":"out","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"out","config":{"name":"done"},"metadata":{"node_type_id":"output"}}}],"edges":[{"id":"text-wait","source":"text","target":"wait","sourceHandle":"text-output-text","targetHandle":"wait-input-value"},{"id":"wait-out","source":"wait","target":"out","sourceHandle":"wait-output-value","targetHandle":"out-input-value"}],"metadata":{"author":"admin","format":"millrace","tags":[],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.400Z","updatedAt":"2026-11-18T07:13:32.400Z","versionId":"01a1ed80-eef0-7ac8-9377-d8fea6dd803f","updateNumber":1}}');
INSERT INTO workflow_versions VALUES(5,1,'01a1ed80-ef06-7fae-a032-602e0a7a3dad',1794986012422,'admin',NULL,'{"id":"01a1ed80-ef06-714b-ae0e-3faadae8f585","machineName":"failing","revision":1,"name":"Failing","description":"","nodes":[{"id":"stop","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"stop","config":{"message":"On purpose"},"metadata":{"node_type_id":"fail"}}}],"edges":[],"metadata":{"author":"admin","format":"millrace","tags":[],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.422Z","updatedAt":"2026-11-18T07:13:32.422Z","versionId":"01a1ed80-ef06-7fae-a032-602e0a7a3dad","updateNumber":1}}');
INSERT INTO workflow_versions VALUES(6,1,'01a1ed80-ef16-7665-9f51-f84aad7c8a8f',1794986012438,'admin',NULL,'{"id":"01a1ed80-ef16-7a44-b4d4-a6aa1a252524","machineName":"remembers","revision":1,"name":"Remembers","description":"","nodes":[{"id":"value","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"value","config":{"defaultValue":"kept for later"},"metadata":{"node_type_id":"text_input"}}},{"id":"store","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"store","config":{"operation":"set","namespace":"notes","key":"first"},"metadata":{"node_type_id":"key_value"}}}],"edges":[{"id":"value-store","source":"value","target":"store","sourceHandle":"value-output-text","targetHandle":"store-input-value"}],"metadata":{"author":"admin","format":"millrace","tags":[],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.438Z","updatedAt":"2026-11-18T07:13:32.438Z","versionId":"01a1ed80-ef16-7665-9f51-f84aad7c8a8f","updateNumber":1}}');
INSERT INTO workflow_versions VALUES(7,1,'01a1ed80-ef1d-7c85-a385-9085708ccca6',1794986012445,'admin',NULL,'{"id":"01a1ed80-ef1d-7e1f-8a58-c9a554803661","machineName":"recalls","revision":1,"name":"Recalls","description":"","nodes":[{"id":"store","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"store","config":{"operation":"get","namespace":"notes","key":"first"},"metadata":{"node_type_id":"key_value"}}},{"id":"out","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"out","config":{"name":"value"},"metadata":{"node_type_id":"output"}}}],"edges":[{"id":"store-out","source":"store","target":"out","sourceHandle":"store-output-value","targetHandle":"out-input-value"}],"metadata":{"author":"admin","format":"millrace","tags":[],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.445Z","updatedAt":"2026-11-18T07:13:32.445Z","versionId":"01a1ed80-ef1d-7c85-a385-9085708ccca6","updateNumber":1}}');
INSERT INTO workflow_versions VALUES(8,1,'01a1ed80-ef29-7758-83fd-748938b657a5',1794986012457,'admin',NULL,'{"id":"01a1ed80-ef29-7853-9867-70d761ce994a","machineName":"shopping_list","revision":1,"name":"Shopping list","description":"Remembers what it is told.","nodes":[{"id":"chat_input.1","type":"universalNode","position":{"x":0,"y":0},"data":{"label":"Message","config":{},"metadata":{"node_type_id":"chat_input"}}},{"id":"conversation_memory.1","type":"universalNode","position":{"x":300,"y":0},"data":{"label":"Memory","config":{"scope":"session","maxMessages":50},"metadata":{"node_type_id":"conversation_memory"}}},{"id":"prompt_template.1","type":"universalNode","position":{"x":600,"y":0},"data":{"label":"Answer","config":{"template":"On the list: {{ history | map: \"content\" | join: \", \" }}.","dynamicInputs":[{"name":"history","label":"History","dataType":"messages"}]},"metadata":{"node_type_id":"prompt_template"}}},{"id":"chat_output.1","type":"universalNode","position":{"x":900,"y":0},"data":{"label":"Say","config":{"format":"plain"},"metadata":{"node_type_id":"chat_output"}}}],"edges":[{"id":"e1","source":"chat_input.1","target":"conversation_memory.1","sourceHandle":"chat_input.1-output-message","targetHandle":"conversation_memory.1-input-message"},{"id":"e2","source":"conversation_memory.1","target":"prompt_template.1","sourceHandle":"conversation_memory.1-output-history","targetHandle":"prompt_template.1-input-history"},{"id":"e3","source":"prompt_template.1","target":"chat_output.1","sourceHandle":"prompt_template.1-output-output","targetHandle":"chat_output.1-input-message"}],"metadata":{"author":"admin","format":"millrace","tags":[],"schemaVersion":"1.0.0","version":"1.0.0","createdAt":"2026-11-18T07:13:32.457Z","updatedAt":"2026-11-18T07:13:32.457Z","versionId":"01a1ed80-ef29-7758-83fd-748938b657a5","updateNumber":1}}');
CREATE TABLE tokens (
    id TEXT PRIMARY KEY NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER
  ) STRICT;
INSERT INTO tokens VALUES('01a1ed80-eceb-73ff-b0d4-b0e7d3357988','59c52f0df21b480cea0cd70ffb212e68a95e1a57193538ad030adbba0f2d0a3d','admin','admin',1794986011884,'the service',NULL,1794986012284);
INSERT INTO tokens VALUES('01a1ed80-f1a9-7645-9b81-690736ff86f6','18ea5e651258ea46d0f63b465281d6e2bbc937fbd655a96a0c2f8eeddeb1ceca','nightly import','operator',1794986013097,'admin',NULL,NULL);
INSERT INTO tokens VALUES('01a1ed80-f1ae-72ac-83f9-911fbd05bb7d','e0694347f7d18a5c7a8b7e4a2c2561484d931811fb6b3938f410aacd81a987c4','report','viewer',1794986013102,'admin',3786912000000,NULL);
CREATE TABLE grants (
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    caller_id TEXT NOT NULL,
    caller_name TEXT NOT NULL,
    role TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    token_id TEXT REFERENCES tokens (id) ON DELETE CASCADE, credential_expires_at INTEGER, session_hash TEXT,
    PRIMARY KEY (kind, hash)
  ) STRICT;
INSERT INTO grants VALUES('link','31dc1b0770f8af353730401fc4767ce10ef6bb60376a265195670020de5bb194','admin','Admin','admin',1794986012158,1794986912158,NULL,NULL,NULL);
CREATE VIRTUAL TABLE workflow_search USING fts5 (
    name_key, description_key, content = 'workflows', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1'
  );
INSERT INTO workflow_search (workflow_search) VALUES ('rebuild');
CREATE TABLE execution_workflows (num INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO execution_workflows VALUES(1,'01a1ed80-ee83-7bfc-b310-3fdc751b6a24');
INSERT INTO execution_workflows VALUES(2,'01a1ed80-ef06-714b-ae0e-3faadae8f585');
INSERT INTO execution_workflows VALUES(3,'01a1ed80-ef16-7a44-b4d4-a6aa1a252524');
INSERT INTO execution_workflows VALUES(4,'01a1ed80-eed3-7d61-8d99-de4d1ac23e3a');
INSERT INTO execution_workflows VALUES(5,'01a1ed80-eef0-7bcf-a804-0a4458fff2e6');
INSERT INTO execution_workflows VALUES(6,'01a1ed80-ef29-7853-9867-70d761ce994a');
CREATE TABLE plans (num INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, plan ANY NOT NULL) STRICT;
INSERT INTO plans VALUES(1,'6db5be0e075e04d44a84dd52e66f8254fcfb8d02a8af3fd173d0edda47ed4b71','{"nodes":[{"id":"name","type":"text_input","label":"name","config":{"defaultValue":"Ada"},"inputs":[],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false},{"id":"out","type":"output","label":"out","config":{"name":"answer"},"inputs":[{"id":"value","dataType":"mixed","required":true}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false,"outputName":"answer"}],"edges":[{"from":0,"to":1,"fromPort":"text","toPort":"value","kind":"data","fromType":"string","toType":"mixed","level":-1}],"loops":[],"tools":[]}');
INSERT INTO plans VALUES(2,'87f926634bf1897b70d4b54822142a86fe4a5ed3b370a6a03702685f5bcabe5e','{"nodes":[{"id":"stop","type":"fail","label":"stop","config":{"message":"On purpose"},"inputs":[{"id":"reason","dataType":"string"}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false}],"edges":[],"loops":[],"tools":[]}');
INSERT INTO plans VALUES(3,'2b0b45ee6d90a6444da8ef2694ed2608abf4192f9f05a678f37ea703cd9ee3f2','{"nodes":[{"id":"value","type":"text_input","label":"value","config":{"defaultValue":"kept for later"},"inputs":[],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false},{"id":"store","type":"key_value","label":"store","config":{"operation":"set","namespace":"notes","key":"first"},"inputs":[{"id":"key","dataType":"string"},{"id":"value","dataType":"mixed"}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false}],"edges":[{"from":0,"to":1,"fromPort":"text","toPort":"value","kind":"data","fromType":"string","toType":"mixed","level":-1}],"loops":[],"tools":[]}');
INSERT INTO plans VALUES(4,'f9d2e89a49f093af6a7543b5d506326819054dca17eae81b4caad04bd47d4080','{"nodes":[{"id":"ask","type":"text_prompt","label":"ask","config":{"message":"Well?"},"inputs":[{"id":"message","dataType":"string"}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false},{"id":"out","type":"output","label":"out","config":{"name":"said"},"inputs":[{"id":"value","dataType":"mixed","required":true}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false,"outputName":"said"}],"edges":[{"from":0,"to":1,"fromPort":"text","toPort":"value","kind":"data","fromType":"string","toType":"mixed","level":-1}],"loops":[],"tools":[]}');
INSERT INTO plans VALUES(5,'dcc1c2f4eae0c861a4e79ffddb115e0ccdb1e4131c6425be7b6f8d323c1bdbac','{"nodes":[{"id":"text","type":"text_input","label":"text","config":{"defaultValue":"in time"},"inputs":[],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false},{"id":"wait","type":"delay","label":"wait","config":{"seconds":3},"inputs":[{"id":"value","dataType":"mixed"}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false},{"id":"out","type":"output","label":"out","config":{"name":"done"},"inputs":[{"id":"value","dataType":"mixed","required":true}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false,"outputName":"done"}],"edges":[{"from":0,"to":1,"fromPort":"text","toPort":"value","kind":"data","fromType":"string","toType":"mixed","level":-1},{"from":1,"to":2,"fromPort":"value","toPort":"value","kind":"data","fromType":"mixed","toType":"mixed","level":-1}],"loops":[],"tools":[]}');
INSERT INTO plans VALUES(6,'ef401a2e13899004aa7ea9e80e71492f297daae43c83b7e7ddf1b207fb1a7f83','{"nodes":[{"id":"chat_input.1","type":"chat_input","label":"Message","config":{},"inputs":[],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false},{"id":"conversation_memory.1","type":"conversation_memory","label":"Memory","config":{"scope":"session","maxMessages":50},"inputs":[{"id":"message","dataType":"mixed"}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false},{"id":"prompt_template.1","type":"prompt_template","label":"Answer","config":{"template":"On the list: {{ history | map: \"content\" | join: \", \" }}.","dynamicInputs":[{"name":"history","label":"History","dataType":"messages"}]},"inputs":[{"id":"data","dataType":"json"},{"id":"history","dataType":"messages"}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false},{"id":"chat_output.1","type":"chat_output","label":"Say","config":{"format":"plain"},"inputs":[{"id":"message","dataType":"string","required":true},{"id":"metadata","dataType":"json"}],"loop":-1,"heads":-1,"join":"all","hasErrorEdge":false}],"edges":[{"from":0,"to":1,"fromPort":"message","toPort":"message","kind":"data","fromType":"string","toType":"mixed","level":-1},{"from":1,"to":2,"fromPort":"history","toPort":"history","kind":"data","fromType":"messages","toType":"messages","level":-1},{"from":2,"to":3,"fromPort":"output","toPort":"message","kind":"data","fromType":"string","toType":"string","level":-1}],"loops":[],"tools":[]}');
CREATE TABLE executions (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workflow INTEGER NOT NULL REFERENCES execution_workflows (num),
    status INTEGER NOT NULL,
    phase INTEGER NOT NULL,
    is_compact INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    wake_at INTEGER,
    plan INTEGER NOT NULL REFERENCES plans (num),
    record TEXT NOT NULL,
    secrets BLOB
  ) STRICT;
INSERT INTO executions VALUES(1,'01a1ed80-ef39-7477-a6a6-6006824aa109',1,3,3,0,1794986012473,1794986012489,NULL,1,'{"depth":0,"about":{"startedBy":"admin","queueKey":"01a1ed80-eceb-73ff-b0d4-b0e7d3357988","origin":{"source":"stored","byWriter":true}}}',NULL);
INSERT INTO executions VALUES(2,'01a1ed80-ef5d-70d1-863d-4b058c66c28d',2,4,3,0,1794986012509,1794986012510,NULL,2,'{"depth":0,"about":{"startedBy":"admin","queueKey":"01a1ed80-eceb-73ff-b0d4-b0e7d3357988","origin":{"source":"stored","byWriter":true}}}',NULL);
INSERT INTO executions VALUES(3,'01a1ed80-ef6a-7512-b209-afd535f5491a',3,3,3,0,1794986012522,1794986012527,NULL,3,'{"depth":0,"about":{"startedBy":"admin","queueKey":"01a1ed80-eceb-73ff-b0d4-b0e7d3357988","origin":{"source":"stored","byWriter":true}}}',NULL);
INSERT INTO executions VALUES(4,'01a1ed80-ef78-7500-80ec-7ac2e0c2d8b5',4,2,0,0,1794986012537,1794986012538,NULL,4,'{"depth":0,"about":{"startedBy":"admin","queueKey":"01a1ed80-eceb-73ff-b0d4-b0e7d3357988","origin":{"source":"stored","byWriter":true}}}',NULL);
INSERT INTO executions VALUES(5,'01a1ed80-ef88-71ae-b085-c5c3068dcf17',5,2,0,0,1794986012552,1794986012555,1794986015555,5,'{"depth":0,"about":{"startedBy":"admin","queueKey":"01a1ed80-eceb-73ff-b0d4-b0e7d3357988","origin":{"source":"stored","byWriter":true}}}',NULL);
INSERT INTO executions VALUES(6,'01a1ed80-ef96-724f-8e3a-b428621e3a35',5,2,0,0,1794986012566,1794986012579,1794986015568,5,'{"depth":0,"about":{"startedBy":"admin","queueKey":"01a1ed80-eceb-73ff-b0d4-b0e7d3357988","origin":{"source":"stored","byWriter":true}}}',NULL);
INSERT INTO executions VALUES(7,'01a1ed80-efee-7fa7-87bd-9d40abc546b3',6,3,3,0,1794986012658,1794986012996,NULL,6,'{"depth":0,"about":{"startedBy":"admin","queueKey":"01a1ed80-eceb-73ff-b0d4-b0e7d3357988","origin":{"source":"stored","byWriter":true},"session":"01a1ed80-efac-7c3c-85b4-1a5a07ac66e6","turn":"01a1ed80-efee-7f2d-8055-f4b0a9827b88"}}',NULL);
CREATE TABLE execution_counts (
    workflow INTEGER NOT NULL,
    status INTEGER NOT NULL,
    level INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    executions INTEGER NOT NULL,
    PRIMARY KEY (workflow, status, level, bucket)
  ) STRICT, WITHOUT ROWID;
INSERT INTO execution_counts VALUES(0,0,6,0,7);
INSERT INTO execution_counts VALUES(0,0,12,0,7);
INSERT INTO execution_counts VALUES(0,0,18,0,7);
INSERT INTO execution_counts VALUES(0,2,6,0,3);
INSERT INTO execution_counts VALUES(0,2,12,0,3);
INSERT INTO execution_counts VALUES(0,2,18,0,3);
INSERT INTO execution_counts VALUES(0,3,6,0,3);
INSERT INTO execution_counts VALUES(0,3,12,0,3);
INSERT INTO execution_counts VALUES(0,3,18,0,3);
INSERT INTO execution_counts VALUES(0,4,6,0,1);
INSERT INTO execution_counts VALUES(0,4,12,0,1);
INSERT INTO execution_counts VALUES(0,4,18,0,1);
INSERT INTO execution_counts VALUES(1,0,6,0,1);
INSERT INTO execution_counts VALUES(1,0,12,0,1);
INSERT INTO execution_counts VALUES(1,0,18,0,1);
INSERT INTO execution_counts VALUES(1,3,6,0,1);
INSERT INTO execution_counts VALUES(1,3,12,0,1);
INSERT INTO execution_counts VALUES(1,3,18,0,1);
INSERT INTO execution_counts VALUES(2,0,6,0,1);
INSERT INTO execution_counts VALUES(2,0,12,0,1);
INSERT INTO execution_counts VALUES(2,0,18,0,1);
INSERT INTO execution_counts VALUES(2,4,6,0,1);
INSERT INTO execution_counts VALUES(2,4,12,0,1);
INSERT INTO execution_counts VALUES(2,4,18,0,1);
INSERT INTO execution_counts VALUES(3,0,6,0,1);
INSERT INTO execution_counts VALUES(3,0,12,0,1);
INSERT INTO execution_counts VALUES(3,0,18,0,1);
INSERT INTO execution_counts VALUES(3,3,6,0,1);
INSERT INTO execution_counts VALUES(3,3,12,0,1);
INSERT INTO execution_counts VALUES(3,3,18,0,1);
INSERT INTO execution_counts VALUES(4,0,6,0,1);
INSERT INTO execution_counts VALUES(4,0,12,0,1);
INSERT INTO execution_counts VALUES(4,0,18,0,1);
INSERT INTO execution_counts VALUES(4,2,6,0,1);
INSERT INTO execution_counts VALUES(4,2,12,0,1);
INSERT INTO execution_counts VALUES(4,2,18,0,1);
INSERT INTO execution_counts VALUES(5,0,6,0,2);
INSERT INTO execution_counts VALUES(5,0,12,0,2);
INSERT INTO execution_counts VALUES(5,0,18,0,2);
INSERT INTO execution_counts VALUES(5,2,6,0,2);
INSERT INTO execution_counts VALUES(5,2,12,0,2);
INSERT INTO execution_counts VALUES(5,2,18,0,2);
INSERT INTO execution_counts VALUES(6,0,6,0,1);
INSERT INTO execution_counts VALUES(6,0,12,0,1);
INSERT INTO execution_counts VALUES(6,0,18,0,1);
INSERT INTO execution_counts VALUES(6,3,6,0,1);
INSERT INTO execution_counts VALUES(6,3,12,0,1);
INSERT INTO execution_counts VALUES(6,3,18,0,1);
CREATE TABLE journal (
    chapter INTEGER NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (chapter, first)
  ) STRICT;
INSERT INTO journal VALUES(1,0,3,'{"type":"started","v":2,"at":1794986012474,"inputs":{},"queued":true,"maxValueBytes":8388608},{"type":"released","at":1794986012474},{"type":"step-completed","node":0,"at":1794986012480,"outputs":{"text":"Ada"}}');
INSERT INTO journal VALUES(1,3,2,'{"type":"step-completed","node":1,"at":1794986012489,"outputs":{"value":"Ada"}},{"type":"finished","status":"completed","at":1794986012489}');
INSERT INTO journal VALUES(2,0,4,'{"type":"started","v":2,"at":1794986012509,"inputs":{},"queued":true,"maxValueBytes":8388608},{"type":"released","at":1794986012509},{"type":"step-completed","node":0,"at":1794986012510,"outputs":{},"ends":{"status":"failed","failure":{"message":"On purpose","code":"FAILED"}}},{"type":"finished","status":"failed","failure":{"message":"On purpose","code":"FAILED"},"at":1794986012510}');
INSERT INTO journal VALUES(3,0,4,'{"type":"started","v":2,"at":1794986012522,"inputs":{},"queued":true,"maxValueBytes":8388608},{"type":"released","at":1794986012522},{"type":"step-completed","node":0,"at":1794986012522,"outputs":{"text":"kept for later"}},{"type":"step-started","node":1,"attempt":1,"at":1794986012522}');
INSERT INTO journal VALUES(3,4,2,'{"type":"step-completed","node":1,"at":1794986012527,"outputs":{"value":"kept for later","found":true},"ms":1},{"type":"finished","status":"completed","at":1794986012527}');
INSERT INTO journal VALUES(4,0,2,'{"type":"started","v":2,"at":1794986012537,"inputs":{},"queued":true,"maxValueBytes":8388608},{"type":"released","at":1794986012537}');
INSERT INTO journal VALUES(4,2,1,'{"type":"step-asks","node":0,"at":1794986012538,"id":"c795fe4a-e61a-8c85-9612-457d722939d2","question":{"type":"text","config":{"message":"Well?","multiline":false},"allowCancel":true}}');
INSERT INTO journal VALUES(5,0,4,'{"type":"started","v":2,"at":1794986012552,"inputs":{},"queued":true,"maxValueBytes":8388608},{"type":"released","at":1794986012552},{"type":"step-completed","node":0,"at":1794986012553,"outputs":{"text":"in time"}},{"type":"step-started","node":1,"attempt":1,"at":1794986012553}');
INSERT INTO journal VALUES(5,4,1,'{"type":"step-waits","node":1,"at":1794986012555,"until":1794986015555,"outputs":{"value":"in time"}}');
INSERT INTO journal VALUES(6,0,4,'{"type":"started","v":2,"at":1794986012566,"inputs":{},"queued":true,"maxValueBytes":8388608},{"type":"released","at":1794986012566},{"type":"step-completed","node":0,"at":1794986012566,"outputs":{"text":"in time"}},{"type":"step-started","node":1,"attempt":1,"at":1794986012566}');
INSERT INTO journal VALUES(6,4,1,'{"type":"step-waits","node":1,"at":1794986012569,"until":1794986015568,"outputs":{"value":"in time"}}');
INSERT INTO journal VALUES(6,5,1,'{"type":"paused","at":1794986012579}');
INSERT INTO journal VALUES(7,0,4,'{"type":"started","v":2,"at":1794986012658,"inputs":{"chat_input.1":{"history":[],"session_id":"01a1ed80-efac-7c3c-85b4-1a5a07ac66e6","message":"milk"}},"queued":true,"maxValueBytes":8388608},{"type":"released","at":1794986012658},{"type":"step-completed","node":0,"at":1794986012659,"outputs":{"message":"milk","history":[],"session_id":"01a1ed80-efac-7c3c-85b4-1a5a07ac66e6"}},{"type":"step-started","node":1,"attempt":1,"at":1794986012659}');
INSERT INTO journal VALUES(7,4,2,'{"type":"step-completed","node":1,"at":1794986012668,"outputs":{"history":[{"role":"user","content":"milk"}]},"ms":5},{"type":"step-started","node":2,"attempt":1,"at":1794986012668}');
INSERT INTO journal VALUES(7,6,1,'{"type":"step-completed","node":2,"at":1794986012993,"outputs":{"output":"On the list: milk.","missing_variables":[]},"ms":321}');
INSERT INTO journal VALUES(7,7,2,'{"type":"step-completed","node":3,"at":1794986012996,"outputs":{"message":"On the list: milk."}},{"type":"finished","status":"completed","at":1794986012996}');
CREATE TABLE journal_chapters (
    num INTEGER NOT NULL,
    chapter INTEGER NOT NULL,
    PRIMARY KEY (num, chapter)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE large_values (hash TEXT PRIMARY KEY NOT NULL, value ANY NOT NULL) STRICT;
CREATE TABLE large_value_uses (
    num INTEGER NOT NULL,
    hash TEXT NOT NULL REFERENCES large_values (hash) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (num, hash)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE key_values (
    namespace TEXT NOT NULL,
    key TEXT NOT NULL,
    value ANY NOT NULL,
    PRIMARY KEY (namespace, key)
  ) STRICT;
INSERT INTO key_values VALUES('notes','first','"kept for later"');
CREATE TABLE triggers (
    workflow_seq INTEGER NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    node_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    method TEXT NOT NULL,
    cron TEXT NOT NULL,
    timezone TEXT NOT NULL,
    settings TEXT NOT NULL,
    is_inert INTEGER NOT NULL,
    since INTEGER NOT NULL,
    next_at INTEGER,
    waiting_at INTEGER,
    last_at INTEGER,
    last_execution TEXT,
    PRIMARY KEY (workflow_seq, node_id)
  ) STRICT;
INSERT INTO triggers VALUES(2,'"hook"','webhook','called','POST','','','{"auth":"token","respond":"accepted"}',0,1794986012342,NULL,NULL,NULL,NULL);
CREATE TABLE sessions (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workflow_seq INTEGER NOT NULL REFERENCES workflows (seq) ON DELETE CASCADE,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_message INTEGER NOT NULL DEFAULT 0,
    last_change INTEGER NOT NULL DEFAULT 0,
    reset_at INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
INSERT INTO sessions VALUES(1,'01a1ed80-efac-7c3c-85b4-1a5a07ac66e6',8,'idle',1794986012588,1794986013002,3,7,0,'"Saturday"','{}');
CREATE TABLE messages (
    session INTEGER NOT NULL REFERENCES sessions (num) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    change INTEGER NOT NULL,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL,
    parent_id TEXT,
    execution_id TEXT,
    node_id TEXT,
    metadata ANY NOT NULL,
    content ANY NOT NULL,
    PRIMARY KEY (session, number)
  ) STRICT;
INSERT INTO messages VALUES(1,1,6,'01a1ed80-efee-7f2d-8055-f4b0a9827b88','user','completed',1794986012654,NULL,'01a1ed80-efee-7fa7-87bd-9d40abc546b3',NULL,'{"userName":"admin"}','"milk"');
INSERT INTO messages VALUES(1,2,4,'ad5c1e6c-05f7-8cc0-8bba-41ff3547ddff','assistant','completed',1794986012998,'01a1ed80-efee-7f2d-8055-f4b0a9827b88','01a1ed80-efee-7fa7-87bd-9d40abc546b3','"chat_output.1"','{"nodeLabel":"Say","format":"plain"}','"On the list: milk."');
INSERT INTO messages VALUES(1,3,5,'e9f454cf-9abe-8b83-b7c3-365ef2b21796','system','completed',1794986012999,'01a1ed80-efee-7f2d-8055-f4b0a9827b88','01a1ed80-efee-7fa7-87bd-9d40abc546b3',NULL,'{"source":"pipeline","level":"info","duration":338,"outputs":{},"execution_status":"completed","enableRun":true}','"Done in 0.3 s."');
CREATE TABLE turns (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    execution_id TEXT NOT NULL UNIQUE,
    message_id TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    seen TEXT NOT NULL,
    inputs ANY NOT NULL
  ) STRICT;
INSERT INTO turns VALUES(1,'01a1ed80-efac-7c3c-85b4-1a5a07ac66e6','01a1ed80-efee-7fa7-87bd-9d40abc546b3','01a1ed80-efee-7f2d-8055-f4b0a9827b88',1794986012654,'completed','[["01a1ed80-efee-7fa7-87bd-9d40abc546b3",9]]','{"sealed":"AWI4qXfUImnOedbk3/hiO2jb7b6H7N8+yctUGaBTfzXYXAO67D+7knWvSzC1D6d2Wsvc0VOqr0CDJyIH2ZE/cXaf+naHM0RHGis332A9Cbbmx+BXZx36hTY0q0kCZfthEOc7JKB8Kkm9IGQg5NO4JXZSNXw8L8hUjEjgEBLFKyhSAWBS+3tfI9ilgDTAyVQKbRdyfUxSRwi+CBgMbVGtwG182ticABEd6XgFamq+icKfWYwrT157eDnzCU58XN/NGn4+oklaEWAinpop58lfYZaH9enBvg=="}');
CREATE TABLE interrupts (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    execution_id TEXT NOT NULL REFERENCES executions (id) ON DELETE CASCADE,
    root_id TEXT NOT NULL,
    workflow_id TEXT NOT NULL,
    session_id TEXT,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    approvers TEXT,
    answered_by TEXT,
    details ANY NOT NULL
  ) STRICT;
INSERT INTO interrupts VALUES(1,'c795fe4a-e61a-8c85-9612-457d722939d2','01a1ed80-ef78-7500-80ec-7ac2e0c2d8b5','01a1ed80-ef78-7500-80ec-7ac2e0c2d8b5','01a1ed80-eed3-7d61-8d99-de4d1ac23e3a',NULL,'text','pending',NULL,NULL,'{"nodeId":"ask","nodeLabel":"ask","scope":"","question":{"type":"text","config":{"message":"Well?","multiline":false},"allowCancel":true},"responses":[],"value":null,"why":null,"closedBy":null,"createdAt":1794986012538,"closedAt":null}');
CREATE TABLE memory_owners (
    num INTEGER PRIMARY KEY,
    session_id TEXT UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    workflow_id TEXT UNIQUE REFERENCES workflows (id) ON DELETE CASCADE,
    execution_id TEXT UNIQUE REFERENCES executions (id) ON DELETE CASCADE,
    last INTEGER NOT NULL,
    steps INTEGER NOT NULL
  ) STRICT;
INSERT INTO memory_owners VALUES(1,'01a1ed80-efac-7c3c-85b4-1a5a07ac66e6',NULL,NULL,1,1);
CREATE TABLE memories (
    owner INTEGER NOT NULL REFERENCES memory_owners (num) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    message ANY NOT NULL,
    PRIMARY KEY (owner, number)
  ) STRICT;
INSERT INTO memories VALUES(1,1,'{"role":"user","content":"milk"}');
CREATE TABLE memory_keys (
    owner INTEGER NOT NULL REFERENCES memory_owners (num) ON DELETE CASCADE,
    key TEXT NOT NULL,
    step INTEGER NOT NULL,
    PRIMARY KEY (owner, key)
  ) STRICT, WITHOUT ROWID;
INSERT INTO memory_keys VALUES(1,'W38_ashKXrtvPdVjghqAIETShcNItmzl5zF88zpoSz0',1);
CREATE TABLE connections (
    id TEXT PRIMARY KEY NOT NULL,
    name_hash TEXT NOT NULL UNIQUE,
    name_key TEXT NOT NULL,
    secret BLOB,
    details ANY NOT NULL
  ) STRICT;
INSERT INTO connections VALUES('01a1ed80-f19e-7c2b-a1ad-8e33c08d7e9a','P6CqdGep9_h6Vqk_DjnaYLIc5P66BhWoMMPSAcZexpQ','local model',X'01b814cbdd803a7c3d50ae6f9c52987bce41e5daaaeb49f2f7b0ea91dedeff91c40a67349486ad1f6afab2c186bb8fb0ab','{"name":"local model","provider":"openai","baseUrl":"http://127.0.0.1:9/v1","hint":"__secret__:odel","createdAt":1794986013086,"updatedAt":1794986013086,"createdBy":"admin"}');
CREATE TABLE chat_workflows (num INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, last INTEGER NOT NULL) STRICT;
CREATE TABLE chats (
    workflow INTEGER NOT NULL REFERENCES chat_workflows (num) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    message ANY NOT NULL,
    PRIMARY KEY (workflow, number)
  ) STRICT;
CREATE TABLE vector_collections (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    dimensions INTEGER NOT NULL,
    version INTEGER NOT NULL,
    purged INTEGER NOT NULL,
    name TEXT NOT NULL
  ) STRICT;
CREATE TABLE vector_documents (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES vector_collections (num) ON DELETE CASCADE,
    key TEXT NOT NULL,
    version INTEGER NOT NULL,
    id ANY NOT NULL,
    metadata ANY NOT NULL,
    embedding BLOB NOT NULL,
    text ANY NOT NULL
  ) STRICT;
CREATE INDEX workflows_by_name ON workflows (name_key, id);
CREATE INDEX workflows_by_created_at ON workflows (created_at, id);
CREATE INDEX workflows_by_updated_at ON workflows (updated_at, id);
CREATE INDEX workflow_tags_by_workflow ON workflow_tags (workflow_seq);
CREATE INDEX tokens_by_created_at ON tokens (created_at, id);
CREATE INDEX grants_by_expires_at ON grants (expires_at);
CREATE INDEX grants_by_token ON grants (token_id);
CREATE TRIGGER workflow_search_insert AFTER INSERT ON workflows BEGIN INSERT INTO workflow_search (rowid, name_key, description_key)
    VALUES (new.seq, new.name_key, new.description_key); END;
CREATE TRIGGER workflow_search_update AFTER UPDATE OF name_key, description_key ON workflows
  WHEN old.name_key <> new.name_key OR old.description_key <> new.description_key BEGIN INSERT INTO workflow_search (workflow_search, rowid, name_key, description_key)
    VALUES ('delete', old.seq, old.name_key, old.description_key); INSERT INTO workflow_search (rowid, name_key, description_key)
    VALUES (new.seq, new.name_key, new.description_key); END;
CREATE TRIGGER workflow_search_delete AFTER DELETE ON workflows BEGIN INSERT INTO workflow_search (workflow_search, rowid, name_key, description_key)
    VALUES ('delete', old.seq, old.name_key, old.description_key); END;
CREATE INDEX executions_by_workflow ON executions (workflow);
CREATE INDEX executions_by_status ON executions (status);
CREATE INDEX executions_by_workflow_and_status ON executions (workflow, status);
CREATE INDEX executions_by_plan ON executions (plan);
CREATE INDEX executions_active ON executions (id) WHERE phase = 1;
CREATE INDEX executions_queued ON executions (workflow) WHERE phase = 2;
CREATE INDEX executions_due ON executions (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX executions_ended ON executions (updated_at) WHERE phase = 3;
CREATE INDEX executions_loose ON executions (num) WHERE phase = 3 AND is_compact = 0;
CREATE INDEX large_value_uses_by_value ON large_value_uses (hash);
CREATE INDEX triggers_by_path ON triggers (path) WHERE kind = 'webhook';
CREATE INDEX triggers_due ON triggers (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX triggers_waiting ON triggers (waiting_at) WHERE waiting_at IS NOT NULL;
CREATE INDEX sessions_by_workflow ON sessions (workflow_seq);
CREATE UNIQUE INDEX messages_by_id ON messages (session, id);
CREATE UNIQUE INDEX messages_by_change ON messages (session, change);
CREATE INDEX messages_by_time ON messages (session, at, number);
CREATE INDEX messages_said ON messages (session, number)
    WHERE role IN ('user', 'assistant') AND status = 'completed';
CREATE INDEX turns_by_session ON turns (session_id);
CREATE INDEX turns_open ON turns (session_id) WHERE status = 'running';
CREATE INDEX interrupts_by_execution ON interrupts (execution_id);
CREATE INDEX interrupts_by_root ON interrupts (root_id);
CREATE INDEX interrupts_by_session ON interrupts (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX interrupts_by_status ON interrupts (status, num, approvers, answered_by);
CREATE INDEX interrupts_by_type ON interrupts (status, type, num, approvers, answered_by);
CREATE INDEX interrupts_by_workflow ON interrupts (workflow_id, status, num, approvers, answered_by);
CREATE INDEX interrupts_by_workflow_and_type ON interrupts (workflow_id, status, type, num, approvers, answered_by);
CREATE INDEX memory_keys_by_step ON memory_keys (owner, step);
CREATE UNIQUE INDEX vector_documents_by_key ON vector_documents (collection, key);
CREATE INDEX vector_documents_by_version ON vector_documents (collection, version, num);
CREATE INDEX triggers_tools ON triggers (path, since) WHERE kind = 'tool';
COMMIT;
