import type { PortRef } from '../ports/handle.ts'
import type { Command } from './command.ts'

/** A command with every node id replaced. */
export function withIds(command: Command, idOf: (node: string) => string): Command {
  const moved = (ref: PortRef) => ({ ...ref, node: idOf(ref.node) })
  if ('source' in command) return { ...command, source: moved(command.source), target: moved(command.target) }
  if (command.verb === 'group') return { ...command, nodes: command.nodes.map(idOf) }
  return 'node' in command ? { ...command, node: idOf(command.node) } : command
}
