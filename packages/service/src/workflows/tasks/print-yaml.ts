import { printYaml } from '../yaml.ts'

/** Converts JSON to YAML text. */
export function perform(json: string): string {
  return printYaml(JSON.parse(json))
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'print-yaml': typeof perform
  }
}
