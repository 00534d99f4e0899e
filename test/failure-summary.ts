/**
 * A vitest reporter that appends every failed test, with its error, to the file named by `MILLRACE_TEST_FAILURES`.
 * `scripts/run-all.mjs` prints that file last, so that the end of a long CI log names what failed.
 */
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { ROOT } from './source-files.ts'

const MAX_LINES = 12

export class FailureSummary implements Reporter {
  readonly #file = process.env.MILLRACE_TEST_FAILURES

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'failed') this.#write(`${test.module.project.name} ${pathOf(test.module)} > ${test.fullName}`, errors)
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors()
    if (errors.length > 0) this.#write(`${module.project.name} ${pathOf(module)}`, errors)
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    if (errors.length > 0) this.#write('outside any test', errors)
  }

  #write(title: string, errors: readonly SerializedError[]): void {
    if (this.#file === undefined) return
    const lines = errors.flatMap(linesOf)
    appendFileSync(
      this.#file,
      `FAILED ${title}\n${lines
        .slice(0, MAX_LINES)
        .map((line) => `    ${line}\n`)
        .join('')}`,
    )
  }
}

/** The error and what caused it: only the cause of a worker's end names its signal and the file that it ran. */
function linesOf({ stack, message, diff, cause }: SerializedError): string[] {
  return [
    ...String(stack ?? message)
      .split('\n')
      .filter((line) => !line.includes('node_modules')),
    ...String(diff ?? '').split('\n'),
    ...(cause ? linesOf(cause as SerializedError) : []),
  ]
}

const pathOf = (module: TestModule) => relative(ROOT, module.moduleId)
