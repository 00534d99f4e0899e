/** Cases of the corpus that a workflow cannot run, each with its reason. */
const CYCLE = 'a cycle: a workflow goes round by a loop node, and an import keeps the cycle for export only'

export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'loop.yaml': CYCLE,
  'loop-without-end.yaml': CYCLE,
}
