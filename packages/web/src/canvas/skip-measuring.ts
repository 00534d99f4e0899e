/**
 * Keeps the library from measuring nodes. Their sizes and handles are given with them (see `geometry.ts`), and what it would
 * read from the page is wrong for a node that is drawn without its ports because it is far away: its edges would vanish.
 * It also spares a look at the layout for every node that comes into view.
 */
import { useStoreApi } from '@xyflow/react'
import { useState } from 'react'

/** To be called above the drawing, before its first node is there. */
export function useSkipMeasuring(): void {
  const store = useStoreApi()
  useState(() => store.setState({ updateNodeInternals: () => undefined }))
}
