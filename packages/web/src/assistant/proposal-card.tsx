import { type Catalogue, type Graph, translatedLines } from '@millrace/model'
import { useEffect, useMemo, useRef, useState } from 'react'
import { summaryOf } from '../editor/change-text.ts'
import type { TextOf } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LazyMarkdown } from '../ui/lazy-markdown.tsx'
import { Badge, type Tone } from '../ui/small-parts.tsx'
import type { Chat, ChatEntry, Outcome } from './chat.ts'
import type { AssistantActions } from './panel-props.ts'
import { failureReport, needsDecision, type Proposal, type ProposalLine, proposalOf } from './proposal.ts'
import type { ReplyParts } from './reply-parts.ts'

interface ProposalCardProps extends AssistantActions {
  readonly chat: Chat
  readonly entry: ChatEntry
  readonly parts: ReplyParts
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly isEditable: boolean
  readonly isNewest: boolean
  readonly isSending: boolean
  readonly onSend: (message: string) => void
}

/** The commands of one reply: their changes, answers and errors, and the decision. */
export function ProposalCard(props: ProposalCardProps) {
  const t = useText()
  const { chat, entry, parts, graph, catalogue } = props
  const isOpen = entry.outcome === 'open'
  // A decided proposal keeps its state: its commands would not apply to the current graph.
  const decided = useRef<Proposal>(undefined)
  const live = useMemo(
    () => (isOpen || decided.current === undefined ? proposalOf(parts, graph, catalogue) : undefined),
    [isOpen, parts, graph, catalogue],
  )
  if (live !== undefined) decided.current = live
  const proposal = live ?? decided.current
  if (proposal === undefined) return null
  if (entry.outcome === 'old') {
    return (
      <div className="mr-proposal">
        <Lines lines={proposal.lines} isDecided />
        {props.isEditable && (
          <div className="mr-proposal__foot">
            <Button small look="ghost" icon="mdi:eye-outline" onClick={() => chat.settle(entry.id, 'open')}>
              {t.assistant.again}
            </Button>
          </div>
        )}
      </div>
    )
  }
  return (
    <div className="mr-proposal" data-outcome={entry.outcome}>
      {needsDecision(proposal) && <Head proposal={proposal} outcome={entry.outcome} />}
      <Lines lines={proposal.lines} isDecided={!isOpen} />
      {isOpen && <Decision {...props} proposal={proposal} />}
    </div>
  )
}

const OUTCOMES: Readonly<Record<Outcome, { tone: Tone; text: TextOf } | undefined>> = {
  open: undefined,
  old: undefined,
  applied: {
    tone: 'success',
    text: (t) => t.assistant.applied,
  },
  partly: {
    tone: 'warning',
    text: (t) => t.assistant.appliedPartly,
  },
  dismissed: {
    tone: 'plain',
    text: (t) => t.assistant.dismissed,
  },
}

function Head({ proposal, outcome }: { proposal: Proposal; outcome: Outcome | undefined }) {
  const t = useText()
  const badge = outcome && OUTCOMES[outcome]
  const [step] = proposal.history
  const summary =
    step !== undefined
      ? { undo: t.assistant.takesBack, redo: t.assistant.makesAgain }[step]
      : proposal.difference === undefined
        ? t.assistant.nothing
        : summaryOf(proposal.difference.diff, t)
  return (
    <div className="mr-proposal__head">
      <span className="mr-grow">{summary}</span>
      {badge !== undefined && <Badge tone={badge.tone}>{badge.text(t)}</Badge>}
      {badge === undefined && proposal.failures.length > 0 && (
        <Badge tone="error" icon="mdi:alert-circle-outline">
          {t.assistant.failures(proposal.failures.length)}
        </Badge>
      )}
    </div>
  )
}

const LINE_ICONS = {
  edit: 'mdi:check',
  view: 'mdi:eye-outline',
  ask: 'mdi:comment-question-outline',
  unreadable: 'mdi:alert-circle-outline',
} as const

/** Every command with its error or its answer. */
function Lines({ lines, isDecided }: { lines: readonly ProposalLine[]; isDecided: boolean }) {
  const t = useText()
  return (
    <ol className="mr-proposal__lines">
      {lines.map(({ line, text, kind, problem, warnings, answer }) => (
        <li key={line} className="mr-proposal__line" data-state={isDecided ? 'decided' : problem ? 'bad' : kind}>
          <Icon name={problem !== undefined && !isDecided ? LINE_ICONS.unreadable : LINE_ICONS[kind]} size={14} />
          <div className="mr-grow">
            <code>{text}</code>
            {!isDecided && problem !== undefined && (
              <p className="mr-proposal__problem">
                <span className="mr-visually-hidden">{t.assistant.line(line)}: </span>
                {t.message(problem.message)}
              </p>
            )}
            {!isDecided &&
              warnings.map((warning) => (
                <p key={warning.message} className="mr-proposal__warning">
                  {t.message(warning.message)}
                </p>
              ))}
            {answer !== undefined && (
              <div className="mr-proposal__answer mr-scroll">
                <LazyMarkdown text={translatedLines(answer, t.message)} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Decision(props: ProposalCardProps & { readonly proposal: Proposal }) {
  const t = useText()
  const { chat, entry, proposal, isEditable, isNewest, isSending, onPreview, onApply, onHistory, onView, onSend } =
    props
  const { difference, edits, history, views, failures } = proposal
  const [isShown, setShown] = useState(isNewest)
  const [refusal, setRefusal] = useState<string>()
  const wanted = isShown && isNewest ? difference : undefined
  useEffect(() => {
    if (!isNewest) return
    onPreview(wanted, () => setShown(false))
  }, [wanted, isNewest, onPreview])
  const isLooking = !needsDecision(proposal)
  // Answers and view commands need no approval: they run when the reply arrives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    if (!isLooking || !isNewest) return
    for (const view of views) onView(view)
  }, [])
  if (isLooking) return null
  const broken = failures.filter(({ kind }) => kind !== 'ask')
  const good = edits.length - broken.filter(({ kind }) => kind === 'edit').length
  const finish = (outcome: Outcome) => {
    onPreview(undefined)
    chat.settle(entry.id, outcome)
  }
  const apply = (skipRefused: boolean) => {
    onPreview(undefined)
    for (const verb of history) onHistory(verb)
    const result = edits.length === 0 ? ({ ok: true } as const) : onApply(edits, { skipRefused })
    if (!result.ok) {
      setRefusal(t.assistant.couldNotApply(t.message(result.problem.message)))
      return
    }
    finish(skipRefused ? 'partly' : 'applied')
    for (const view of views) onView(view)
  }
  return (
    <>
      {refusal !== undefined && <p className="mr-proposal__problem">{refusal}</p>}
      <div className="mr-proposal__foot">
        {isEditable && broken.length === 0 && (
          <Button small look="primary" icon="mdi:check" onClick={() => apply(false)}>
            {t.assistant.apply}
          </Button>
        )}
        {isEditable && broken.length > 0 && good > 0 && (
          <Button small onClick={() => apply(true)}>
            {t.assistant.applySome(good)}
          </Button>
        )}
        {broken.length > 0 && (
          <Button
            small
            look="primary"
            disabled={isSending}
            onClick={() => {
              finish('dismissed')
              onSend(failureReport(broken))
            }}
          >
            {t.assistant.mend}
          </Button>
        )}
        <Button small onClick={() => finish('dismissed')}>
          {t.assistant.dismiss}
        </Button>
        <span className="mr-grow" />
        {difference !== undefined && isNewest && (
          <IconButton
            small
            icon={isShown ? 'mdi:eye-outline' : 'mdi:eye-off-outline'}
            label={isShown ? t.assistant.hidePreview : t.assistant.preview}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        )}
      </div>
    </>
  )
}
