/** All German messages, and the function that translates with them. */
import { PROBLEM_MESSAGES, type ProblemKey } from '../problem-messages.ts'
import { createTranslator, type TranslateMessage } from '../translator.ts'
import { germanProblems } from './problems.ts'
import { germanValues } from './values.ts'

/** Names come in English quotes. */
function quoted(value: string): string {
  return value.startsWith('"') ? value.replace(/"([^"]*)"/g, '„$1“') : value
}

/** The German messages by English template. */
export function germanMessages(): ReadonlyMap<string, string> {
  const keys = Object.keys(PROBLEM_MESSAGES) as ProblemKey[]
  const problems = keys.map((key) => [PROBLEM_MESSAGES[key][1], germanProblems[key]] as const)
  return new Map([...problems, ...Object.entries(germanValues)])
}

let translate: TranslateMessage | undefined

/** The German text of an English message of ours; any other text stays as it is. */
export function germanMessage(message: string): string {
  translate ??= createTranslator({ texts: germanMessages(), value: quoted })
  return translate(message)
}
