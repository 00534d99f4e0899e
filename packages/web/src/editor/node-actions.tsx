import { useExtensions } from './editor-extension.ts'

/** What extensions can do with a node, for example test it. */
export function NodeActions({ node }: { node: string }) {
  const extensions = useExtensions()
  return extensions.map(({ key, nodeActions: Actions }) => Actions && <Actions key={key} node={node} />)
}
