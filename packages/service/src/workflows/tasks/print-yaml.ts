import { printYaml } from '../yaml.ts'

/** A value, given as JSON, as YAML text. */
export function perform(json: string): string {
  return printYaml(JSON.parse(json))
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'print-yaml': typeof perform
  }
}
