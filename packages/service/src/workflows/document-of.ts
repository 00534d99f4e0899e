import { parseInSlices, type Workflow } from '@millrace/model'

/** Parses a stored document; its nesting was limited when it was saved. */
export async function documentOf({ document }: { readonly document: string }): Promise<Workflow> {
  return (await parseInSlices(document)) as Workflow
}
