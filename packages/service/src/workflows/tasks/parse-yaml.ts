import { Problem } from '@millrace/model'
import { parseYaml } from '../yaml.ts'

export interface YamlToParse {
  readonly text: string
  /** Needed because aliases can make the value larger than the text. */
  readonly maxJsonCharacters: number
}

/** The value of a YAML text as JSON: returning a string from a thread is cheaper than objects. */
export function perform({ text, maxJsonCharacters }: YamlToParse): string {
  const json = JSON.stringify(parseYaml(text))
  if (json.length > maxJsonCharacters) {
    throw new Problem('PAYLOAD_TOO_LARGE', {
      message: `As JSON the YAML is longer than ${maxJsonCharacters} characters.`,
    })
  }
  return json
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'parse-yaml': typeof perform
  }
}
