/** `millrace validate FILE…`: checks workflow files without a running service. */
import { CheckedWorkflow, configProblems, fits, issuesOf, problemsIn, type ValidationProblem } from '@millrace/model'
import { loadCatalogue } from '../catalogue/catalogue.ts'
import type { Command } from '../platform/command.ts'
import { usageOf } from '../platform/command-help.ts'
import { BadSetting, readArguments } from '../platform/config.ts'
import type { ServedCatalogue } from '../platform/ports.ts'
import { masked, type Variables, withVariables } from './file-variables.ts'
import { readDocument } from './read-document.ts'
import { variablesIn } from './read-variables.ts'

const FLAGS = { variables: { type: 'string' } } as const

export const validateCommand: Command = {
  name: 'validate',
  usage: ['validate FILE… [--variables FILE] [--nodes LIST]'],
  summary: 'checks workflows in JSON or YAML files without a service',
  help: [
    '  --variables FILE    values for %{NAME} in the files, as JSON or YAML, as for apply',
    '  --nodes LIST        folders or npm packages with custom node types',
    '',
    'Prints errors and warnings. The exit code is 1 if a file has an error.',
  ],
  async run(args, { env, print }) {
    const { config, flags, words: files } = readArguments(args, env, FLAGS)
    if (files.length === 0) throw new BadSetting(usageOf(validateCommand))
    const variables = flags.variables === undefined ? undefined : await variablesIn(flags.variables)
    const catalogue = await loadCatalogue(config)
    const [broken] = catalogue.broken
    if (broken !== undefined) throw new Error(`${broken.path}: ${broken.reason}`)
    let exitCode = 0
    for (const file of files) {
      const found = await problemsOf(file, { catalogue, variables, maxNodes: config.maxWorkflowNodes })
      const errors = found.filter(({ severity }) => severity === 'error')
      if (errors.length > 0) exitCode = 1
      print(`${file}: ${errors.length === 0 ? 'valid' : errors.length === 1 ? '1 error' : `${errors.length} errors`}`)
      for (const { severity, code, nodeId, message } of found)
        print(
          masked(
            `  ${[severity, code, nodeId].filter((part) => part !== undefined).join(' ')}: ${message}`,
            variables ?? {},
          ),
        )
    }
    return exitCode
  },
}

/** A file that is not a workflow has problems without a code. */
type Shown = Pick<ValidationProblem, 'severity' | 'message'> & Partial<Pick<ValidationProblem, 'code' | 'nodeId'>>

interface Checking {
  readonly catalogue: ServedCatalogue
  readonly maxNodes: number
  /** Without them, variables in the files are checked as the texts that they are. */
  readonly variables: Variables | undefined
}

async function problemsOf(file: string, { catalogue, variables, maxNodes }: Checking): Promise<Shown[]> {
  let value: unknown
  try {
    const document = await readDocument(file)
    value = variables === undefined ? document : withVariables(document, variables, file)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [{ severity: 'error', message }]
  }
  if (!fits(CheckedWorkflow, value))
    return issuesOf(CheckedWorkflow, value).map(({ path, message }) => ({
      severity: 'error',
      message: `${path || 'the document'} ${message}`,
    }))
  const { nodes = [], edges = [] } = value
  const problems = problemsIn({ nodes, edges }, { catalogue, languages: catalogue.languages, maxNodes })
  return [...problems, ...configProblems(value)].filter(({ severity }) => severity !== 'suggestion')
}
