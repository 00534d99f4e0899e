/** What executes the statements of docs/how-to/command-line.md. */
import type { Statements } from '../statements.ts'

const LISTED = 'command-line: docs/how-to/command-line.md lists every command with its forms'
const MOVED =
  'apply-command: export and apply move workflows to another service; a second run changes nothing, and secrets stay'

export const STATEMENTS = {
  'The program is npx millrace': [
    'package: installs into an empty folder and runs a workflow, by the commands of docs/how-to/deploy.md',
    'command-line: an unknown command is rejected with its name and the known ones',
    'command-line: --help lists every command, and each command has a help text of its own',
    'command-line: help prints the same as --help, also for one command',
    'run-command: run takes inputs from flags and a file, as text and as JSON, for a workflow in YAML',
  ],
  'millrace [start] [flags] |': ['command-line: start is the same as no command', LISTED],
  'millrace --version, millrace --help |': [
    'command-line: --version prints the version and starts nothing, and so do -v and version',
    'config: lists every flag with its environment variable and its default',
  ],
  'table All commands': [LISTED],
  'run needs no service': [
    'run-command: run prints the outputs as JSON on stdout and the progress on stderr, and leaves nothing behind',
    'sessions: the session in %s gets the answers that it shows',
  ],
  '--input NAME=TEXT |': ['command-inputs: are texts after =, and JSON after :='],
  '--input NODE:PORT=TEXT |': [
    'command-inputs: are texts after =, and JSON after :=',
    'run-command: run prints the outputs as JSON on stdout and the progress on stderr, and leaves nothing behind',
  ],
  '--inputs FILE |': [
    'command-inputs: replace those of the file with the same name and keep the others',
    'run-command: run takes inputs from flags and a file, as text and as JSON, for a workflow in YAML',
  ],
  '--data-dir DIR |': [
    'run-command: run exits with 3 at a question; with a data folder a service continues the execution',
  ],
  'run does not use the database': [
    'run-command: run with a data folder does not run its schedules',
    'run-command: run prints the outputs as JSON on stdout and the progress on stderr, and leaves nothing behind',
    'run-command: run exits with 3 at a question; with a data folder a service continues the execution',
  ],
  '0 | completed': [
    'run-command: run prints the outputs as JSON on stdout and the progress on stderr, and leaves nothing behind',
  ],
  '1 | failed or cancelled': [
    'run-command: run exits with 1 if the execution fails, with the reason',
    'run-command: run exits with 3 at a question; with a data folder a service continues the execution',
  ],
  '2 | not started': ['run-command: run starts nothing and exits with 2: %s'],
  '3 | waits for': [
    'run-command: run exits with 3 at a question; with a data folder a service continues the execution',
    'run-command: run without a data folder reports that the question cannot be answered',
  ],
  '130 | interrupted': ['run-command: run cancels the execution on SIGINT and exits with 130'],
  'validate prints the errors': [
    'command-line: validate reports the errors of each file and exits with 1 if there is one',
    'command-line: validate without a file prints its usage: %j',
    'command-line: validate knows the node types of --nodes',
    'command-line: validate with --variables checks the values that variables get',
  ],
  'export and apply talk to': [
    'apply-command: apply changes nothing if a file, the token or the address is wrong',
    MOVED,
    'roles: %s',
  ],
  'export writes each workflow': [
    MOVED,
    'portable: has what people edit, in an order of its own, without ids, times, switches and hints of secrets',
  ],
  'apply compares the files': [
    MOVED,
    'apply-command: apply shows each difference, keeps switches, and deletes only with --prune',
    'apply-command: apply changes nothing if a file, the token or the address is wrong',
  ],
  'Before the first change apply': [
    'apply-command: apply checks every workflow in the service before it changes the first, and changes nothing if one has errors',
  ],
  'The changes are made one': [
    'apply-command: apply stops at the first request that fails, lists what was applied and what was not, and a second run continues',
  ],
  'A placeholder of a secret': [
    MOVED,
    'portable: keeps stored secrets: placeholders count as equal, and values unless they are to be sent',
  ],
  'Values that differ between environments': [
    MOVED,
    'file-variables: are replaced in texts; a text that is only a variable becomes its value',
    'file-variables: without a value are rejected with the file',
    'file-variables: a literal %j survives a round trip',
    'file-variables: of an earlier file are kept where the document has a plain value',
    'file-variables: are masked in what is printed',
  ],
  '--project limits both': [
    'apply-command: export and apply with --project read and change only the workflows of the project',
  ],
  'A recipe for a repository': [MOVED],
  'logs ID prints the log': [
    'remote-commands: logs prints the log of an execution, and with --follow its exit code is that of the execution',
    'remote-commands: logs --follow continues after a restart of the service, without a lost or repeated line',
    'remote-commands: logs --follow ends with 1 if the execution was cancelled, and with 130 on SIGINT',
  ],
  'token needs a MILLRACE_TOKEN': [
    'remote-commands: token creates, lists and revokes tokens; only the secret is on stdout',
    'remote-commands: token create with --project limits the token to the project',
    'sessions: the session in %s gets the answers that it shows',
  ],
  'doctor checks an installation before': [
    'doctor-command: doctor changes nothing in a data folder',
    'doctor-command: doctor reads the log of a crashed service and does not apply it',
    'doctor-command: doctor works beside a running service, which it finds by its port',
    'doctor-postgres: doctor opens a Postgres database beside its service, and creates no tables in an empty one',
  ],
  'It prints one line for each check': [
    'doctor-command: a good data folder has one line for each check, all of them ok, and exit code 0',
    'doctor-command: a broken, a missing and a wrong key have failed',
  ],
  'node |': [
    'doctor-command: a good data folder has one line for each check, all of them ok, and exit code 0',
    'package: runs on a machine with an older Node.js, by the command of docs/how-to/deploy.md',
  ],
  'settings |': [
    'doctor-command: an invalid setting has failed with its message, and a proxy is shown without its password',
  ],
  'data folder |': [
    'doctor-command: modes that give other users access are a warning with the command that corrects them',
    'doctor-command: a missing data folder has failed and is not created',
  ],
  'disk space |': ['doctor-command: less than 1 GiB of free space is a warning, and less than 100 MiB has failed'],
  'database |': [
    'doctor-command: a database of a newer version and a damaged one have failed, an older one is a warning',
    'doctor-command: doctor changes nothing in a folder without key and database',
  ],
  'secret key |': [
    'doctor-command: a broken, a missing and a wrong key have failed',
    'doctor-command: secrets of an earlier key next to those of the current one are a warning',
  ],
  'port |': [
    'doctor-command: a port of another program has failed, and a free one is ok',
    'doctor-command: a service that is not ready is a warning with its reason',
  ],
  'sandbox |': ['doctor-command: a good data folder has one line for each check, all of them ok, and exit code 0'],
  'proxy |': [
    'doctor-command: an invalid setting has failed with its message, and a proxy is shown without its password',
  ],
  'node files |': [
    'node-files-check: the check of node files names each invalid file with its line, and changes nothing',
  ],
  'backup |': ['doctor-command: the newest backup of --backup-dir is ok for two intervals, and none is a warning'],
  'doctor compares up to': [
    'docs-numbers: $page states $sentence',
    'storage-trouble: a page damaged deep in the file: the service starts, logs what to do and reports itself unhealthy',
  ],
} satisfies Statements
