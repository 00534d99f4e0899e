/** What executes the statements of docs/how-to/operating.md up to its backups, and of its audit log. */
import { prose, type Statements } from '../statements.ts'

const ROTATED = [
  'key-rotation: is replaced everywhere, also after interruptions between any two batches',
  'remote-commands: rotate-key continues after kill -9, and removes the old key at the end',
]

export const STATEMENTS = {
  'For operators who': ['docs-operating: docs/reference/settings.md lists every setting as --help does'],
  'table Checklist': prose,
  'npm start installs': [
    'docs-commands: shows a command that starts it: %s',
    'built: is kept while the contents of the sources are unchanged, regardless of file times',
    'built: is out of date when %s',
    'built: is made again when it is out of date',
  ],
  'npm run build installs and builds': [
    'docs-commands: builds without starting anything, by the command that it shows',
    'built: is what a start runs, without a look at the sources',
    'built: describes itself like the sources',
    'built: runs threads, sandboxes and nodes of your own, also with a model of their own',
    'built: fails with the reason and leaves the last one in place; a service that runs keeps its files',
  ],
  'The service migrates': [
    'taken-port: executions are taken up only once the port is taken',
    'app: requests wait until the service has resumed its executions',
  ],
  'To run it without a clone': prose,
  'The command line describes': ['command-line: docs/how-to/command-line.md lists every command with its forms'],
  'The data folder': [
    'start: leaves nothing in the data folder that others may read',
    'compose: is restricted at the start, with its files and folders, and each change is logged',
    'compose: logs a warning if it is shared on purpose',
    'compose: logs a warning for a path that cannot be restricted',
    'user-sql: creates SQLite files that only their owner may read',
  ],
  'millrace.db, -wal': [
    'config: default to a database file in the data folder',
    'sqlite-sql: creates database files for their owner only, regardless of the umask',
    'tokens: stores only a hash',
  ],
  'secret-key |': [
    'secrets: is created once, readable by its owner only, and reused',
    'compose: creates no token with --auth none, and no key file if a key is set',
  ],
  'admin-token |': ['admin-token: is created on the first start, readable by its owner only, and valid'],
  'files/ |': [
    'files: creates nothing when it reads',
    'files: reads a file as it was written, with its size in bytes of UTF-8',
  ],
  'lock.db, lock.pid': [
    'folder-lock: releases a folder at once when its holder is killed with -9',
    'folder-lock: ignores the lock.pid of a dead process',
    'database-lock: releases the database at once when its holder is killed',
  ],
  'backups/ |': ['backup: a backup of a busy service is complete, private and can be restored, with its secrets'],
  'The service does': [
    'start: a key file that is broken',
    'lost-key: running a workflow with lost secrets reports them, and new ones can be saved',
    'operating: a lost key is replaced by the command that the page shows',
    'connections: reports a key that was encrypted by another service',
  ],
  'Only one process': [
    'two-services: a second service on the same file is refused: by path, by link, and after its lock files were deleted',
    'two-services: deleting the lock files of a running service lets no second one open its database',
    'start: beside the first on one data folder is refused with one line',
  ],
  'Every request needs': [
    'docs-operating: docs/how-to/operating.md names everything that is open to callers without a credential',
    'roles: %s',
    'system: the OpenAPI document needs no credential with --public-openapi; other operations still do',
    'jwt: is a caller with the role in its claim',
    'sign-in: is rejected and not used up if another site embeds it',
    'session: %s: %j is %d',
  ],
  'table Access': [
    'docs-operating: docs/how-to/operating.md lists the permissions of the roles',
    'docs-operating: every operation needs the role that docs/how-to/operating.md gives it to',
    'roles: %s',
  ],
  'Roles apply to': ['roles: %s'],
  'The Settings page': [
    'page-failures: a token is shown once, and the key of a connection never',
    'tokens: is valid until it expires',
    'tokens: stores only a hash',
    'streams-end: ends with %s',
    'tokens: ends the sessions and tickets created from it',
  ],
  'GET /auth/sessions lists': [
    'sessions: lists the sessions of tokens and of the sign-in link, without their secrets',
    'sessions: ends the session of the sign-in link immediately, and no other',
    'sessions: ends all sessions except that of the request',
    'session: ends after a week',
  ],
  'If admin-token is': [
    'operating: a lost admin token is replaced by the next start, and stays good until it is revoked',
  ],
  'The command (node': [
    'operating: has everything when it is restored: %s',
    'backup: copies the database of a stopped service including its log',
  ],
  'millrace.db |': ['backup: a backup of a busy service is complete, private and can be restored, with its secrets'],
  'millrace.db.files/': ['backup: a backup has the files that workflows wrote'],
  'millrace.db.secret-key': [
    'backup: a backup of a busy service is complete, private and can be restored, with its secrets',
  ],
  'millrace.db.manifest.json': [
    'restore: a backup has a manifest with version, counts, sizes and checksums, and no other new files',
  ],
  'All parts are written': [
    'restore: an overwritten backup has no part of the earlier one',
    'replace-backup: a backup is complete wherever its replacement is interrupted, a restore names it, and the next backup continues',
    'replace-backup: the copy that a restore names after an interruption can be restored',
    'restore: a backup copies databases of workflows at one point in time, and no links',
    'backup: does not overwrite an existing backup unless requested',
    'backup: finishes a backup under constant writes, with everything that was acknowledged before it began',
    'backup: reports an error in one line',
  ],
  'Do not copy millrace.db': [
    'backup: a copy of the file alone lacks acknowledged writes, and an online backup restarts with every write',
  ],
  'A Postgres database is backed': [
    'copy-to-sqlite: a backup of a Postgres database in use has the rows of one moment, also next to tables of others',
    'restore-postgres: a Postgres database in use is backed up by the command and by the route, in the same format',
    'oldest-postgres: a dump of pg_dump from a database in use is restored to another one by psql',
    'restore-postgres: a scheduled backup of a Postgres database in use has its files, and is restored to SQLite and to Postgres',
  ],
  'With --backup-dir DIR the': [
    'scheduled-backups: a backup is written when the interval has passed, also after a restart, and only the newest are kept',
    'scheduled-backups: a backup is a folder with the database, the files and the manifest, without the key',
    'scheduled-backups: a backup waits until the one that is being written ends, also that of an admin',
    'scheduled-backups: the metrics count written and failed backups and have the time of the last one',
    'scheduled-backups: a failed backup is logged and counted, leaves nothing, keeps earlier ones and is tried again later',
    'scheduled-backups: the rest of a backup whose process was killed is removed and never counts as a backup',
    'docs-operating: docs/how-to/operating.md names the defaults that a service without settings has',
    'background: one process does the work in the background, with the backups, and the other one takes over when it stops',
  ],
  'With --paused a copy': [
    'pause: a copy that is restored with --paused acts only after it is resumed',
    'restore-postgres: a cluster does not start on a database that was restored with --paused',
  ],
  'The command first compares': [
    'restore: a restore of a backup with %s is refused and writes nothing',
    'restore: a restore refuses a folder that is not empty, and leaves it as it is',
    'restore: a restore writes database, files and key with modes 600 and 700',
    'restore-postgres: a backup is restored to an empty Postgres database, and not to another',
  ],
  'Secrets need the key': [
    'restore: a restore of secrets without their key is refused with the ways to continue',
    'restore: the command restores without the lost key and names the command for a new one',
  ],
  'millrace rotate-key replaces': ROTATED,
  'millrace rotate-key --finish': [
    ...ROTATED,
    'restore: a backup is restored with a key file that has a newer key too',
    'key-rotation: a standby with a folder of its own needs a copy of the new key file',
  ],
  'If the key is set': [
    'key-rotation: with the key in the environment needs the previous one',
    'cluster-roles: the secret key of a cluster is changed by three restarts, while its processes have different settings',
    'rotation-command: fails if another process answers than the one that rotates the key',
  ],
  'The command reports values': [
    'key-rotation: leaves a value that is changed meanwhile, and one that no key opens',
    'key-rotation: encrypts the values of every part with a new key, and only admins may start it',
    'key-rotation: reports the secrets of a draft of an earlier release, which are encrypted again when the draft is saved',
  ],
  'Tokens of the backup': [
    'operating: has everything when it is restored: %s',
    'backup: the parts of a backup start from an empty folder into which they are put by hand',
  ],
  'After the start': [
    'docs-operating: the log names the same command for a damaged database as docs/how-to/operating.md',
    'operating: a damaged database is saved by the command that the page shows',
    'storage-trouble: a page damaged deep in the file: the service starts, logs what to do and reports itself unhealthy',
    'backup: finds damage, reports it once, and makes the database unavailable',
  ],
  'If -wal is deleted': [
    'unavailable: rejects writes, reports it once, and recovers when the log is back',
    'unavailable: keeps acknowledged writes even if the log is never restored',
  ],
  'The audit log records': [
    'audited-actions: records $action of $operation with actor, subject and outcome',
    'audited-actions: every action of the registry has a case, and so has every route that records one',
    'audit: records who did what, without values and secrets',
    'audit: records refused sign-ins and missing permissions, up to a limit, and no mistakes',
    'audit-routes: every route that may change something declares what it records, or why nothing',
    'docs-numbers: $page states $sentence',
  ],
  'Starts are recorded': [
    'audit: records starts in a browser, and leaves those of programs to their executions',
    'audited-starts: starts by tokens, webhooks, schedules and other executions are in their executions and not in the audit log',
  ],
  'Admins find the log': [
    'audit: is for admins: listed by filters and exported as a file',
    'audit: lists who did what, is filtered by action and text, and is exported',
    'audit-contract: finds entries by actor, action, subject, outcome, time and text',
  ],
  'The entry of a change': [
    'audit-transactions: $action of $operation changes nothing if its entry cannot be written',
    'audit-transactions: $action of $operation does not report success if its entry cannot be written',
    'audit-contract: writes the entry of a request in the transaction of its change',
    'audit-contract: refuses to change or delete an entry, also outside the store',
    'audit-contract: purges only entries before a time, in batches, and records that',
    'audit: removes entries past the retention',
    'docs-operating: docs/how-to/operating.md names the defaults that a service without settings has',
  ],
} satisfies Statements
