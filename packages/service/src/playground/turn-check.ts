/**
 * Finds turns whose messages are not written although their executions have new events, because the process that should
 * have written them has ended. In a cluster one process checks all open turns regularly.
 */
import type { ClusterStore, SessionStore, StoredTurn } from '@millrace/store'
import type { Conversations } from './conversations.ts'

export interface TurnCheckNeeds {
  readonly sessions: Pick<SessionStore, 'openTurns'>
  readonly histories: ClusterStore['histories']
  readonly conversations: Pick<Conversations, 'takeUp'>
}

const PAGE = 100

export class TurnCheck {
  readonly #needs: TurnCheckNeeds
  /** By execution: the progress of a turn that was behind in the last pass. */
  #behind = new Map<string, string>()

  constructor(needs: TurnCheckNeeds) {
    this.#needs = needs
  }

  /** Takes up turns that are behind since the last pass: until then, another process may be about to write them. */
  async pass(): Promise<void> {
    const behind = new Map<string, string>()
    for (let after = ''; ; ) {
      const turns = await this.#needs.sessions.openTurns(after, PAGE)
      for (const turn of await this.#behindOf(turns)) {
        const progress = JSON.stringify(turn.seen)
        behind.set(turn.executionId, progress)
        if (this.#behind.get(turn.executionId) === progress) await this.#needs.conversations.takeUp(turn)
      }
      const last = turns.at(-1)
      if (last === undefined || turns.length < PAGE) break
      after = last.sessionId
    }
    this.#behind = behind
  }

  async #behindOf(turns: readonly StoredTurn[]): Promise<StoredTurn[]> {
    const followed = ({ executionId, seen }: StoredTurn) => [
      ...new Set([executionId, ...Object.keys(seen).filter((id) => (seen[id] ?? 0) >= 0)]),
    ]
    const ends = await this.#needs.histories.ends(turns.flatMap(followed))
    return turns.filter((turn) =>
      followed(turn).some((id) => {
        const length = ends.get(id)?.length
        // The execution of a turn must exist; one that it calls may not have been created yet.
        return length === undefined ? id === turn.executionId : length > (turn.seen[id] ?? 0)
      }),
    )
  }
}
