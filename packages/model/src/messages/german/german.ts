/** All German messages, and the function that translates with them. */
import { ERRORS, type ErrorCode } from '../../errors.ts'
import { PROBLEM_MESSAGES, type ProblemKey } from '../problem-messages.ts'
import { createTranslator, type TranslateMessage } from '../translator.ts'
import { germanAgentSpec } from './agent-spec.ts'
import { germanAnswers } from './answers.ts'
import { germanCommands } from './commands.ts'
import { germanEdits } from './edits.ts'
import { germanEffects } from './effects.ts'
import { germanErrors } from './errors.ts'
import { germanNodes } from './nodes.ts'
import { germanProblems } from './problems.ts'
import { germanRequests } from './requests.ts'
import { germanRuns } from './runs.ts'
import { germanValues } from './values.ts'

/** Names come in English quotes. */
function quoted(value: string): string {
  return value.startsWith('"') ? value.replace(/"([^"]*)"/g, '„$1“') : value
}

const BY_TEMPLATE = [
  ...[germanValues, germanRuns, germanNodes, germanEffects],
  ...[germanRequests, germanEdits, germanAnswers, germanCommands, germanAgentSpec],
]

/** The German messages by English template. */
export function germanMessages(): ReadonlyMap<string, string> {
  const problems = (Object.keys(PROBLEM_MESSAGES) as ProblemKey[]).map(
    (key) => [PROBLEM_MESSAGES[key][1], germanProblems[key]] as const,
  )
  const errors = (Object.keys(ERRORS) as ErrorCode[]).map(
    (code) => [ERRORS[code].sentence, germanErrors[code]] as const,
  )
  return new Map([...problems, ...errors, ...BY_TEMPLATE.flatMap((texts) => Object.entries(texts))])
}

let translate: TranslateMessage | undefined

/** The German text of an English message of ours; any other text stays as it is. */
export function germanMessage(message: string): string {
  translate ??= createTranslator({ texts: germanMessages(), value: quoted })
  return translate(message)
}
