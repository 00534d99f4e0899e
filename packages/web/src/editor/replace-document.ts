import type { DocumentChanges } from './document-changes.ts'
import type { EditorDocument } from './editor-document.ts'
import type { StepLabel } from './step-label.ts'

/** Replaces the whole document as one undo step; returns false if the edit was rejected. */
export function replaceDocument(
  { transact }: Pick<DocumentChanges, 'transact'>,
  label: StepLabel,
  document: EditorDocument,
): boolean {
  return transact(label, (tx) => {
    const drop = Object.keys(tx.current).filter((key) => !Object.hasOwn(document, key))
    tx.document({ drop })
    tx.import({ workflow: document })
  }).ok
}
