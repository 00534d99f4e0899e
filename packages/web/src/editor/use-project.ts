import { useEditor, useEditorState } from './editor-context.tsx'

/** The project of the workflow, as `projectOf`, in a component. */
export function useProject(): string | undefined {
  const { options } = useEditor()
  return useEditorState((state) => state.origin?.project) ?? options.project
}
