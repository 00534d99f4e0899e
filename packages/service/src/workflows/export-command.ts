/** `millrace export DIR`: writes the workflows of a service as files, one per machine name. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from '../platform/command.ts'
import { usageOf } from '../platform/command-help.ts'
import { BadSetting, readOwnArguments } from '../platform/config.ts'
import { PROJECT_FLAG, projectIdOf } from '../platform/remote-project.ts'
import { connect, REMOTE_FLAGS, REMOTE_HELP } from '../platform/remote-service.ts'
import { withReferences } from './file-variables.ts'
import { portableOf } from './portable.ts'
import { namesOf, remoteWorkflows } from './remote-workflows.ts'
import { parseYaml, printYaml } from './yaml.ts'

const FLAGS = { ...REMOTE_FLAGS, ...PROJECT_FLAG } as const

export const exportCommand: Command = {
  name: 'export',
  usage: ['export DIR [NAME…] [--project PROJECT] [--url URL]'],
  summary: 'writes all or the named workflows of a service to a folder, as YAML without secrets',
  help: [
    '  --project PROJECT    only the workflows of this project, by its name or id',
    '',
    'A workflow is written to DIR/MACHINE_NAME.yaml. The same workflow always gives the same file.',
    'Variables such as %{NAME} in an existing file are kept.',
    '',
    ...REMOTE_HELP,
  ],
  async run(args, context) {
    const { flags, words } = readOwnArguments(args, FLAGS)
    const [folder, ...wanted] = words
    if (folder === undefined) throw new BadSetting(usageOf(exportCommand))
    const client = await connect(context, flags.url)
    const project = await projectIdOf(client, flags.project)
    const workflows = await remoteWorkflows(client)
    const names = namesOf(workflows)
    const exported = namesOf(workflows.filter((workflow) => project === undefined || workflow.project === project))
    const unknown = wanted.find((name) => !exported.has(name) && ![...exported.values()].includes(name))
    const place = project === undefined ? 'service' : `project "${project}"`
    if (unknown !== undefined) throw new BadSetting(`The ${place} has no workflow "${unknown}".`)
    if (exported.size === 0) context.note(`The ${place} has no workflows.`)
    await mkdir(folder, { recursive: true })
    for (const [id, machineName] of exported) {
      if (wanted.length > 0 && !wanted.includes(id) && !wanted.includes(machineName)) continue
      const workflow = portableOf({ ...(await client.getWorkflow({ id, types: 'referenced' })) }, names)
      const file = join(folder, `${machineName}.yaml`)
      context.print(`${file}: ${(await write(file, workflow)) ? 'written' : 'unchanged'}`)
    }
    return 0
  },
}

/** Writes the file if its content differs. */
async function write(file: string, workflow: unknown): Promise<boolean> {
  const before = await readFile(file, 'utf8').catch(() => undefined)
  const text = printYaml(withReferences(workflow, before === undefined ? undefined : parseYaml(before)))
  if (text === before) return false
  await writeFile(file, text)
  return true
}
