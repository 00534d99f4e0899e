/**
 * The module that hosts import: `import { mountEditorApp } from './millrace.js'`, with `millrace.css` linked. To add a
 * mount function, add a line here.
 */
import './styles.css'

export { ApiError } from '@millrace/client'
export type { AuthProvider, ClientOptions } from './api/client.ts'
export type { Translation } from './i18n/catalogue.ts'
export { type EditorHandle, type EditorOptions, mountEditorApp } from './mount/mount-editor-app.tsx'
export {
  mountPipelineViewer,
  type PipelineViewerHandle,
  type PipelineViewerOptions,
} from './mount/mount-pipeline-viewer.tsx'
export { mountPlayground, type PlaygroundHandle, type PlaygroundOptions } from './mount/mount-playground.tsx'
export type { PipelineViewDef, PipelineViewProps } from './viewer/view-choice.ts'
