import type { EditorSession } from './session.ts'

/** The project of the workflow, also of one that is not saved yet; undefined if the service chooses it. */
export function projectOf({ store, options }: Pick<EditorSession, 'store' | 'options'>): string | undefined {
  return store.get().origin?.project ?? options.project
}
