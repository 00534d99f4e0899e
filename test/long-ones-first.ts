/** The order of test files: those that take minutes start at once, so that the others run beside them and not before. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONG = [
  'agentspec/large-flows.test.ts',
  'store/src/store.contract.test.ts',
  'store/src/oldest-postgres.contract.test.ts',
  'system/event-loop.test.ts',
  'system/standby-restarts.test.ts',
  'system/cluster.test.ts',
  'system/cluster-keep-values.test.ts',
  'system/package.test.ts',
  'system/built.test.ts',
  'system/fuzz.test.ts',
  'system/web/drafts.test.ts',
  'system/web/quality-dialogs.test.ts',
  'system/web/quality.test.ts',
]

export class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? LONG.length : at
    }
    return (await super.sort(files)).toSorted((left, right) => rank(left) - rank(right))
  }
}
