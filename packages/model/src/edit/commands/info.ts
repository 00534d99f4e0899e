import type { NodePort } from '../../ports/port.ts'
import { type Graph, nodeTypeIdOf, titleOf, type WorkflowNode } from '../../workflow/workflow.ts'
import { blocks, code, rows, valueShown } from '../answer-text.ts'
import { type CommandWith, NodeArguments } from '../arguments.ts'
import { nodeNamed, portIdsOf, portsOfNode } from '../find.ts'
import { placeOf } from '../free-place.ts'
import { wordText } from '../identifiers.ts'
import { pointText } from '../line-reader.ts'
import { shownConfig } from '../shown-config.ts'
import { line, toolOf, type Verb } from '../verb.ts'

/** Shows a node: its current ports, its settings, its connections. */
export type InfoCommand = CommandWith<'info', typeof NodeArguments>

export const info: Verb<InfoCommand> = {
  kind: 'ask',
  forms: [
    {
      form: 'info <node>',
      effect: 'Type, ports as they are now, settings and connections of a node.',
      example: 'info switch.1',
      tool: toolOf('info', NodeArguments),
    },
  ],

  read(reader) {
    const node = reader.word('a node id')
    reader.end()
    return { verb: 'info', node }
  },

  write: ({ node }, dialect) => line('info', wordText(node, dialect === 'millrace')),

  answer(graph, { node: given }, catalogue) {
    const node = nodeNamed(graph, given)
    const ports = portsOfNode(node, catalogue)
    const title = titleOf(node)
    const settings = Object.entries(shownConfig(node, catalogue))
    const called = title === '' || title === node.id ? '' : `, ${code(title)}`
    return blocks(
      `${code(node.id)}${called}: type ${code(nodeTypeIdOf(node))}, at ${pointText(placeOf(node))}`,
      ports === undefined && 'Its type is not in the catalogue.',
      ports && portList('Inputs', ports.inputs.values(), sourcesOf(graph, node)),
      ports && portList('Outputs', ports.outputs.values(), targetsOf(graph, node)),
      settings.length > 0 &&
        `Settings:\n${rows(settings.map(([key, value]) => `${code(key)}: ${valueShown(value, 200)}`))}`,
    )
  },
}

function portList(
  title: string,
  ports: Iterable<NodePort>,
  connected: ReadonlyMap<string, string[]>,
): string | undefined {
  const items = Array.from(ports, (port) => {
    const ends = connected.get(port.id) ?? []
    const shown = ends.slice(0, 10).join(', ') + (ends.length > 10 ? ` and ${ends.length - 10} more` : '')
    const arrow = title === 'Inputs' ? 'from' : 'to'
    const required = port.required === true ? ', required' : ''
    return `${code(port.id)} (${port.dataType}${required})${ends.length > 0 ? ` ${arrow} ${shown}` : ''}`
  })
  return items.length === 0 ? undefined : `${title}:\n${rows(items)}`
}

function sourcesOf({ edges }: Graph, { id }: WorkflowNode): Map<string, string[]> {
  const arriving = edges.filter((edge) => edge.target === id).map((edge) => ({ edge, ports: portIdsOf(edge) }))
  return grouped(arriving.map(({ edge, ports }) => [ports.target, code(`${edge.source}:${ports.source}`)]))
}

function targetsOf({ edges }: Graph, { id }: WorkflowNode): Map<string, string[]> {
  const leaving = edges.filter((edge) => edge.source === id).map((edge) => ({ edge, ports: portIdsOf(edge) }))
  return grouped(leaving.map(({ edge, ports }) => [ports.source, code(`${edge.target}:${ports.target}`)]))
}

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = Map.groupBy(pairs, ([port]) => port)
  return new Map(Array.from(groups, ([port, all]) => [port, all.map(([, end]) => end)]))
}
