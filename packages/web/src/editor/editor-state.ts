/** The complete state of an editor. */

import {
  AGENTSPEC_FORMAT,
  type Catalogue,
  type EditHistory,
  editHistory,
  type Graph,
  isAgentSpecType,
  nodeTypeIdOf,
  type Point,
  type ValidationProblem,
  type Workflow,
} from '@millrace/model'
import type { End } from '../graph/connection-check.ts'
import type { EdgeMark } from '../graph/flow-graph.ts'
import { NO_MARKS, type NodeMarks } from '../graph/node-marks.ts'
import { type PortRules, portRulesOf } from '../graph/port-rules.ts'
import { NOTHING_SELECTED, type Selection } from '../graph/selection.ts'
import { type DraftState, NO_DRAFT } from './drafts/draft.ts'
import { type EditorDocument, EMPTY_DOCUMENT, isSameDocument, type Origin } from './editor-document.ts'
import type { StepLabel } from './step-label.ts'

export interface EditorState {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly failure: string | undefined
  readonly history: EditHistory<EditorDocument, StepLabel>
  /** The document as stored by the service. */
  readonly saved: EditorDocument
  readonly origin: Origin | undefined
  readonly catalogue: Catalogue
  readonly rules: PortRules
  readonly isEditable: boolean
  readonly selection: Selection
  readonly problems: readonly ValidationProblem[]
  /** Nodes that were just added; their problems are not marked yet. */
  readonly fresh: FreshNodes
  readonly isSaving: boolean
  /** Warnings of the last save. */
  readonly warnings: readonly string[]
  /** The workflow that was saved by another user in the meantime. */
  readonly conflict: Workflow | undefined
  /** Where unsaved changes are kept. */
  readonly drafts: DraftState
  /** False while the service cannot be reached. */
  readonly isOnline: boolean
  /** A field of the selected node to scroll to and focus. */
  readonly focus: { readonly node: string; readonly path: string } | undefined
  readonly overlay: Overlay
  /** Set while an auto-layout is computed. */
  readonly layout: { readonly cancel: () => void } | undefined
  readonly view: View
}

/** Nodes that were just added, with the data that each had then. */
export type FreshNodes = ReadonlyMap<string, unknown>

export const NO_FRESH_NODES: FreshNodes = new Map()

/** What other parts draw over the canvas: the status of a run, or a preview of the assistant. */
export interface Overlay {
  readonly marks: NodeMarks
  readonly edgeMarks: ReadonlyMap<string, EdgeMark>
  /** Shown instead of the document, which is not editable meanwhile. */
  readonly preview: Graph | undefined
  /** Called when the user leaves the preview. */
  readonly onLeave?: (() => void) | undefined
}

export const NO_OVERLAY: Overlay = { marks: NO_MARKS, edgeMarks: new Map(), preview: undefined }

export interface QuickAdd {
  readonly screen: Point | undefined
  readonly canvas: Point | undefined
  /** Connect the new node to this end. */
  readonly from?: End & { readonly direction: 'input' | 'output' }
  /** Insert the new node into this connection. */
  readonly onEdge?: string
  /** Change the type of this node instead of adding one. */
  readonly swap?: string
}

/** The panels that are open over the canvas of a narrow editor. */
export interface NarrowPanels {
  readonly hasSidebar: boolean
  readonly hasInspector: boolean
}

export interface View {
  /** False: the catalogue is collapsed to icons. */
  readonly hasSidebar: boolean
  /** The category to scroll to when the catalogue opens. */
  readonly category?: string | undefined
  /** Undefined: only while something is selected. */
  readonly hasInspector: boolean | undefined
  /** The extension whose side panel is open instead of the inspector. */
  readonly side: string | undefined
  /** The open bottom panel: `problems` or the key of an extension. */
  readonly bottom: string | undefined
  /** The overlays of a narrow editor; undefined if the editor is wide enough for panels beside the canvas. */
  readonly narrow: NarrowPanels | undefined
  readonly hasMinimap: boolean
  readonly snaps: boolean
  readonly isSearching: boolean
  readonly hasPalette: boolean
  readonly quickAdd: QuickAdd | undefined
  readonly dialog: 'shortcuts' | 'settings' | 'extract' | undefined
  /** The node that is shown with its input and output in a large window. */
  readonly nodeView: string | undefined
  /** The node whose test lacks inputs, so that the user is asked. */
  readonly testedNode: string | undefined
  /** Which data is shown below the settings of a node. */
  readonly dataFolds: { readonly input: boolean; readonly output: boolean }
}

export const INITIAL_STATE: EditorState = {
  phase: 'loading',
  failure: undefined,
  history: editHistory(EMPTY_DOCUMENT),
  saved: EMPTY_DOCUMENT,
  origin: undefined,
  catalogue: { types: new Map(), categories: [] },
  rules: portRulesOf(),
  isEditable: false,
  selection: NOTHING_SELECTED,
  problems: [],
  fresh: NO_FRESH_NODES,
  isSaving: false,
  warnings: [],
  conflict: undefined,
  drafts: NO_DRAFT,
  isOnline: true,
  focus: undefined,
  overlay: NO_OVERLAY,
  layout: undefined,
  view: {
    hasSidebar: true,
    hasInspector: undefined,
    side: undefined,
    bottom: undefined,
    narrow: undefined,
    hasMinimap: true,
    snaps: true,
    isSearching: false,
    hasPalette: false,
    quickAdd: undefined,
    dialog: undefined,
    nodeView: undefined,
    testedNode: undefined,
    dataFolds: { input: false, output: false },
  },
}

export function isDirty({ history, saved }: EditorState): boolean {
  return !isSameDocument(history.document, saved)
}

/** True if the workflow is one of Agent Spec, or has nodes of Agent Spec. */
export function isAgentSpecWorkflow({ history: { document }, catalogue }: EditorState): boolean {
  if (document.metadata?.format === AGENTSPEC_FORMAT) return true
  return document.nodes.some((node) => {
    const type = catalogue.types.get(nodeTypeIdOf(node))
    return type !== undefined && isAgentSpecType(type)
  })
}

/** The selected node, if exactly one is selected. */
export function selectedNodeOf({ selection, history }: EditorState) {
  if (selection.nodes.size !== 1) return undefined
  const [id] = selection.nodes
  return history.document.nodes.find((node) => node.id === id)
}
