import type { Interrupt } from '@millrace/client'
import type { QuestionConfig } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'

/** Progress of a confirmation by several users: who answered what, and who can still answer. */
export function Approvals({ interrupt }: { interrupt: Interrupt }) {
  const t = useText()
  const { approvals_needed: needed, responses } = interrupt
  const { confirm_label, cancel_label, approvers = [] } = interrupt.config as QuestionConfig<'confirmation'>
  if (interrupt.type !== 'confirmation' || (needed === undefined && approvers.length === 0)) return null
  const yes = responses.filter(({ value }) => value === true).length
  const no = responses.length - yes
  return (
    <div className="mr-approvals">
      {needed !== undefined && (
        <>
          <div className="mr-approvals__count">
            <progress value={yes} max={needed} aria-label={t.questions.approvals(yes, needed)} />
            <span>{t.questions.approvals(yes, needed)}</span>
            {no > 0 && <span className="mr-muted">{t.questions.declines(no)}</span>}
          </div>
          {responses.length > 0 && (
            <ul className="mr-bare mr-approvals__people">
              {responses.map(({ user_id, user_name, value }) => (
                <li key={user_id}>
                  {t.questions.said(
                    user_name,
                    value === true ? confirm_label || t.questions.yes : cancel_label || t.questions.no,
                  )}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {approvers.length > 0 && interrupt.status === 'pending' && (
        <p className="mr-muted">{t.questions.mayAnswer(approvers.join(', '))}</p>
      )}
    </div>
  )
}
