/** Tells whoever follows what is new from now on. Nothing is kept: what was before is a request away. */

/** What a follower may fall behind by; then it is told to look again. */
const MAX_KEPT = 1000

export class NewsFeed<News> {
  readonly #listeners = new Set<(news: News) => void>()

  get isFollowed(): boolean {
    return this.#listeners.size > 0
  }

  tell(news: News): void {
    for (const listener of [...this.#listeners]) listener(news)
  }

  /** Everything from now on; `missed` instead of what a slow reader could not be told. */
  async *follow(signal: AbortSignal): AsyncIterable<News | 'missed'> {
    const kept: (News | 'missed')[] = []
    let wake = () => {}
    const listener = (news: News) => {
      if (kept.length < MAX_KEPT) kept.push(news)
      else if (kept.at(-1) !== 'missed') kept.push('missed')
      wake()
    }
    const aborted = () => wake()
    this.#listeners.add(listener)
    signal.addEventListener('abort', aborted)
    try {
      while (!signal.aborted) {
        const next = kept.shift()
        if (next !== undefined) yield next
        else
          await new Promise<void>((resolve) => {
            wake = resolve
            if (signal.aborted) resolve()
          })
      }
    } finally {
      this.#listeners.delete(listener)
      signal.removeEventListener('abort', aborted)
    }
  }
}
