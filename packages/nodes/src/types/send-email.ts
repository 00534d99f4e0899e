import { defineNode, MAIL_ADDRESS_PATTERN, multiline, Type } from '@millrace/model'
import { credentialPicker } from '../fields/credential-field.ts'
import { composeMail } from '../mail/compose-mail.ts'

const Address = Type.String({ maxLength: 500, pattern: MAIL_ADDRESS_PATTERN })

/** Sends an e-mail through the mail server of a credential. */
export default defineNode({
  id: 'send_email',
  version: '1.0.0',
  name: 'Send e-mail',
  description: 'Sends an e-mail through the mail server of a credential.',
  category: 'data',
  icon: 'mdi:email-send',
  alsoDrawnAs: ['tool'],
  tags: [
    'email',
    'e-mail',
    'mail',
    'send email',
    'send mail',
    'smtp',
    'E-Mail senden',
    'Mail senden',
    'E-Mail verschicken',
  ],
  keywords: ['notification', 'notify', 'newsletter', 'message', 'attachment', 'outlook', 'gmail'],
  summary: ['{{subject}}[ → {{to}}]', '{{to}}'],

  config: Type.Object({
    credential: credentialPicker('mail', {
      title: 'Credential',
      description: 'A stored credential with the mail server.',
      minLength: 1,
    }),
    from: Type.Optional(
      Type.String({
        title: 'From',
        description: 'If empty, the user of the credential.',
        maxLength: 500,
        pattern: `^$|${MAIL_ADDRESS_PATTERN}`,
        placeholder: 'Shop <orders@shop.example>',
      }),
    ),
    to: Type.Optional(
      Type.Array(Address, {
        title: 'To',
        description: 'One address per entry. Used if no recipients are connected.',
        maxItems: 50,
      }),
    ),
    subject: Type.Optional(
      Type.String({ title: 'Subject', description: 'Used if no subject is connected.', maxLength: 998 }),
    ),
    text: Type.Optional(multiline({ title: 'Text', description: 'Used if no text is connected.' })),
    html: Type.Optional(
      multiline({
        title: 'HTML',
        description: 'Used if no HTML is connected. With a text, mail programs show one of the two.',
        'x-section': 'advanced',
      }),
    ),
    cc: Type.Optional(Type.Array(Address, { title: 'Cc', maxItems: 50, 'x-section': 'advanced' })),
    bcc: Type.Optional(
      Type.Array(Address, {
        title: 'Bcc',
        description: 'Other recipients do not see these addresses.',
        maxItems: 50,
        'x-section': 'advanced',
      }),
    ),
    replyTo: Type.Optional(
      Type.Array(Address, {
        title: 'Reply to',
        description: 'Where replies go. If empty, to the sender.',
        maxItems: 10,
        'x-section': 'advanced',
      }),
    ),
    timeout: Type.Optional(
      Type.Number({ title: 'Timeout (seconds)', default: 60, minimum: 1, maximum: 300, 'x-section': 'advanced' }),
    ),
  }),
  inputs: {
    to: { name: 'To', dataType: 'mixed', description: 'A mail address, or a list of them.' },
    subject: { name: 'Subject', dataType: 'string' },
    text: { name: 'Text', dataType: 'string' },
    html: { name: 'HTML', dataType: 'string' },
    attachments: { name: 'Attachments', dataType: 'mixed', description: 'A file, or a list of files.' },
  },
  outputs: {
    message_id: { name: 'Message id', dataType: 'string', description: 'The same for all attempts of a step.' },
    accepted: { name: 'Accepted', dataType: 'string[]', description: 'Recipients that the mail server accepted.' },
    rejected: { name: 'Rejected', dataType: 'string[]', description: 'Recipients that the mail server rejected.' },
  },
  tool: true,
  agentspec: 'tool_node',

  /** The server may have accepted the message before the crash, so it is not sent again. */
  afterCrash: () => 'fail',

  async run({ config, inputs, effects, log }) {
    const { messageId, accepted, rejected } = await effects.mail(composeMail(config, inputs))
    if (rejected.length > 0) log('warning', `The mail server rejected some recipients: ${rejected.length}`)
    return { message_id: messageId, accepted: [...accepted], rejected: [...rejected] }
  },

  examples: [
    {
      title: 'sends a text to the recipients of the settings',
      config: {
        ...{ credential: 'mail', from: 'Shop <orders@shop.example>', to: ['ada@example.com'], cc: ['bob@example.com'] },
        ...{ subject: 'Your order', text: 'It is on its way.' },
      },
      outputs: {
        message_id: '<0c0ffee@shop.example>',
        accepted: ['ada@example.com', 'bob@example.com'],
        rejected: [],
      },
    },
    {
      title: 'prefers connected values and outputs rejected recipients',
      config: { credential: 'mail', to: ['bob@example.com'], subject: 'Hello', text: 'Hello' },
      inputs: { to: ['Ada <ada@example.com>', 'unknown@example.com'], subject: 'Your order', html: '<p>Thanks!</p>' },
      outputs: {
        message_id: '<0c0ffee@shop.example>',
        accepted: ['ada@example.com'],
        rejected: ['unknown@example.com'],
      },
    },
    {
      title: 'attaches files',
      config: { credential: 'mail', subject: 'Report', text: 'See the attachment.' },
      inputs: { to: 'ada@example.com', attachments: [{ name: 'report.csv', type: 'text/csv', content: 'a,b\n1,2' }] },
      outputs: { message_id: '<0c0ffee@shop.example>', accepted: ['ada@example.com'], rejected: [] },
    },
    {
      title: 'fails if all recipients are rejected',
      config: { credential: 'mail', to: ['unknown@example.com'], subject: 'Hello', text: 'Hello' },
      fails: 'MAIL_FAILED',
    },
    {
      title: 'rejects a missing credential',
      config: { to: ['ada@example.com'], subject: 'Hello', text: 'Hello' },
      fails: 'BAD_CONFIG',
    },
    {
      title: 'rejects a message without recipients',
      config: { credential: 'mail', subject: 'Hello', text: 'Hello' },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects several addresses in one entry',
      config: { credential: 'mail', subject: 'Hello', text: 'Hello' },
      inputs: { to: 'ada@example.com, eve@example.com' },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects a line break in the subject',
      config: { credential: 'mail', to: ['ada@example.com'], text: 'Hello' },
      inputs: { subject: 'Hello\r\nBcc: eve@example.com' },
      fails: 'BAD_INPUT',
    },
    {
      title: 'rejects a message without text and HTML',
      config: { credential: 'mail', to: ['ada@example.com'], subject: 'Hello' },
      fails: 'BAD_INPUT',
    },
  ],
})
