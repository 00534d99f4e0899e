/** The German messages of the error registry. A missing one is a type error. */
import type { ErrorCode } from '../../errors.ts'

export const germanErrors: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'Der Inhalt der Anfrage ist ungültig.',
  UNAUTHORIZED: 'Eine gültige Anmeldung ist erforderlich.',
  FORBIDDEN: 'Die Anmeldung ist gültig, erlaubt dies aber nicht.',
  NOT_FOUND: 'Das Angefragte gibt es nicht.',
  METHOD_NOT_ALLOWED: 'Der Pfad unterstützt diese Methode nicht.',
  STALE_VERSION: 'Der Workflow wurde inzwischen von jemand anderem geändert.',
  STALE_DRAFT: 'Der Entwurf wurde inzwischen in einem anderen Fenster geändert oder gelöscht.',
  TOO_MANY_DRAFTS: 'Sie haben zu viele Entwürfe; speichern oder verwerfen Sie einige davon.',
  NOT_PUBLISHED: 'Der Workflow hat keine veröffentlichte Version.',
  WORKFLOW_INACTIVE: 'Der Workflow ist deaktiviert.',
  EXECUTION_OVER: 'Die Ausführung ist beendet oder läuft bereits.',
  SESSION_BUSY: 'Eine frühere Nachricht der Sitzung ist noch nicht fertig.',
  INTERRUPT_CLOSED: 'Die Frage wurde beantwortet, verworfen oder ist abgelaufen.',
  NOT_CANCELLABLE: 'Diese Frage kann nicht verworfen werden.',
  ALREADY_ANSWERED: 'Sie haben bereits geantwortet; andere Antworten stehen noch aus.',
  ALREADY_EXISTS: 'Die ID ist bereits vergeben.',
  PAYLOAD_TOO_LARGE: 'Der Inhalt ist größer, als dieser Dienst annimmt.',
  TOO_EXPENSIVE: 'Die Anfrage braucht mehr Rechenzeit oder Speicher, als der Dienst erlaubt.',
  UNSUPPORTED_MEDIA_TYPE: 'Der Medientyp des Inhalts wird hier nicht angenommen.',
  RATE_LIMITED: 'Zu viele Anfragen; versuchen Sie es später erneut.',
  TOO_MANY_EXECUTIONS: 'Zu viele Ausführungen warten; versuchen Sie es später erneut.',
  INTERNAL_ERROR: 'Interner Serverfehler. Siehe den Protokolleintrag zu dieser Anfrage-ID.',
  UPSTREAM_FAILED: 'Ein Dienst, von dem dieser abhängt, schlägt fehl oder ist nicht erreichbar.',
  NOT_READY: 'Der Dienst startet, wird beendet, oder seine Datenbank ist nicht verfügbar.',
}
