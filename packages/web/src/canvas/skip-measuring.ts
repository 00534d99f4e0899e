/**
 * Prevents the library from measuring nodes. Their sizes and handles are computed (see `geometry.ts`), and measuring
 * returns wrong values for nodes that are rendered without ports at low zoom: their edges would vanish. It also avoids
 * a layout read for every node that becomes visible.
 */
import { useStoreApi } from '@xyflow/react'
import { useState } from 'react'

/** Must be called above the canvas, before its first node is rendered. */
export function useSkipMeasuring(): void {
  const store = useStoreApi()
  useState(() => store.setState({ updateNodeInternals: () => undefined }))
}
