/** All commands of the program. Each is loaded only when it is used, so that the service starts as fast as before. */
import type { Command } from './platform/command.ts'

export const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./start-command.ts')).startCommand],
  ['run', async () => (await import('./run-command.ts')).runCommand],
  ['validate', async () => (await import('./workflows/validate-command.ts')).validateCommand],
  ['export', async () => (await import('./workflows/export-command.ts')).exportCommand],
  ['apply', async () => (await import('./workflows/apply-command.ts')).applyCommand],
  ['logs', async () => (await import('./executions/logs-command.ts')).logsCommand],
  ['token', async () => (await import('./identity/token-command.ts')).tokenCommand],
  ['user', async () => (await import('./identity/user-command.ts')).userCommand],
  ['backup', async () => (await import('./platform/backup-command.ts')).backupCommand],
  ['restore', async () => (await import('./platform/restore-command.ts')).restoreCommand],
  ['resume', async () => (await import('./platform/resume-command.ts')).resumeCommand],
  ['rotate-key', async () => (await import('./platform/rotation-command.ts')).rotateKeyCommand],
  ['compact', async () => (await import('./platform/compact-command.ts')).compactCommand],
  ['migrate', async () => (await import('./platform/migrate-command.ts')).migrateCommand],
  ['doctor', async () => (await import('./doctor-command.ts')).doctorCommand],
])

export const commandNames: readonly string[] = [...COMMANDS.keys()]

export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all([...COMMANDS.values()].map((load) => load()))
}
