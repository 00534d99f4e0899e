/** `millrace doctor`: checks an installation beside a running service, and changes nothing. */
import type { SealedSample } from '@millrace/store'
import { nodeFilesCheck } from './catalogue/node-files-check.ts'
import { credentialContext } from './credentials/sealed-values.ts'
import { createSandbox } from './effects/sandbox/sandbox.ts'
import { portCheck } from './http/port-check.ts'
import { connectionContext } from './models/connections.ts'
import { subscriptionContext } from './notifications/sealed-subscription.ts'
import { OLDEST_NODE } from './platform/assets.ts'
import type { Command, CommandContext } from './platform/command.ts'
import { usageOf } from './platform/command-help.ts'
import { BadSetting, type Config, readArguments } from './platform/config.ts'
import { type Check, checkOf, failed, lineOf, ok } from './platform/doctor/check.ts'
import { databaseChecks } from './platform/doctor/database-checks.ts'
import { backupCheck, dataFolderCheck, diskCheck } from './platform/doctor/folder-checks.ts'
import { proxyCheck } from './platform/doctor/proxy-check.ts'

const FLAGS = { json: { type: 'boolean' } } as const

export const doctorCommand: Command = {
  name: 'doctor',
  usage: ['doctor [--json] [flags]'],
  summary: 'checks the installation, its data and its settings, and changes nothing',
  help: [
    '  --json         print the checks as JSON',
    '',
    'Takes the settings of the service. The exit code is 1 if a check failed.',
  ],
  async run(args, context) {
    const checks = await diagnose(args, context)
    const isOk = checks.every(({ status }) => status !== 'failed')
    if (args.includes('--json')) context.print(JSON.stringify({ ok: isOk, checks }, undefined, 2))
    else for (const check of checks) context.print(lineOf(check))
    return isOk ? 0 : 1
  },
}

async function diagnose(args: readonly string[], context: CommandContext): Promise<readonly Check[]> {
  const node = await nodeCheck()
  let config: Config | undefined
  const settings = await checkOf('settings', 'Correct it, and check again: the other checks need it.', () => {
    const read = readArguments(args, context.env, FLAGS)
    if (read.words.length > 0) throw new BadSetting(usageOf(doctorCommand))
    config = read.config
    return ok('All settings are valid.')
  })
  return config === undefined ? [node, settings] : [node, settings, ...(await checksOf(config, context))]
}

async function checksOf(config: Config, { now, interrupted }: CommandContext): Promise<readonly Check[]> {
  const [folder, disk, database, port, sandbox, proxy, backup, nodeFiles] = await Promise.all([
    dataFolderCheck(config),
    diskCheck(config),
    databaseChecks(config, contextOf),
    portCheck(config),
    sandboxCheck(interrupted()),
    proxyCheck(config),
    backupCheck(config, now()),
    nodeFilesCheck(config),
  ])
  const optional = [nodeFiles, backup].filter((check) => check !== undefined)
  return [folder, disk, ...database, port, sandbox, proxy, ...optional]
}

/** The program exits at its start with an older version; this shows which one is used. */
function nodeCheck(): Promise<Check> {
  const fix = `Install Node.js ${OLDEST_NODE} or later.`
  return checkOf('node', fix, () => {
    const { node } = process.versions
    const message = `Node.js ${node}`
    return Number(node.split('.')[0]) < OLDEST_NODE ? failed(message, fix) : ok(message)
  })
}

/** Evaluates an expression in a real process of the sandbox. */
function sandboxCheck(signal: AbortSignal): Promise<Check> {
  const fix = 'Nodes cannot run code: check the limits of processes and memory, and reinstall the program.'
  return checkOf('sandbox', fix, async () => {
    const sandbox = createSandbox({ size: 1 })
    try {
      const sum = await sandbox.expression('$sum(numbers)', { numbers: [1, 2] }, signal)
      return sum === 3 ? ok('The sandbox starts and computes.') : failed('The sandbox computes wrong results.', fix)
    } finally {
      sandbox.close()
    }
  })
}

const CONTEXTS = {
  workflow: (id: string) => id,
  connection: connectionContext,
  credential: credentialContext,
  subscription: subscriptionContext,
} as const satisfies Record<SealedSample['kind'], (id: string) => string>

/** What the values in a database were encrypted for. */
export function contextOf({ kind, id }: SealedSample): string {
  return CONTEXTS[kind](id)
}
