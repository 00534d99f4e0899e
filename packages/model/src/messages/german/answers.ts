/** German texts of the lines in answers of query commands: `list`, `info`, `describe`, `search`, `get` and `help`. */
export const germanAnswers: Readonly<Record<string, string>> = {
  '- … and {count} more': '- … und {count} weitere',
  'There are no nodes.': 'Es gibt keine Knoten.',
  'There are no connections.': 'Es gibt keine Verbindungen.',
  'The catalogue is empty.': 'Der Katalog ist leer.',
  '- `{source}` to `{target}`': '- `{source}` nach `{target}`',
  '{node}: type {type}, at {place}': '{node}: Typ {type}, bei {place}',
  'Its type is not in the catalogue.': 'Sein Typ ist nicht im Katalog.',
  'Inputs:': 'Eingänge:',
  'Outputs:': 'Ausgänge:',
  'Settings:': 'Einstellungen:',
  '- `{port}` ({type}) from {ends}': '- `{port}` ({type}) von {ends}',
  '- `{port}` ({type}, required) from {ends}': '- `{port}` ({type}, erforderlich) von {ends}',
  '- `{port}` ({type}) to {ends}': '- `{port}` ({type}) nach {ends}',
  '- `{port}` ({type}, required) to {ends}': '- `{port}` ({type}, erforderlich) nach {ends}',
  '- `{port}` ({type}) from {ends} and {count} more': '- `{port}` ({type}) von {ends} und {count} weiteren',
  '- `{port}` ({type}, required) from {ends} and {count} more':
    '- `{port}` ({type}, erforderlich) von {ends} und {count} weiteren',
  '- `{port}` ({type}) to {ends} and {count} more': '- `{port}` ({type}) nach {ends} und {count} weiteren',
  '- `{port}` ({type}, required)': '- `{port}` ({type}, erforderlich)',
  '- `{port}` ({type}, required): {description}': '- `{port}` ({type}, erforderlich): {description}',
  '- `{key}` ({type}, default {value}): {description}': '- `{key}` ({type}, Vorgabe {value}): {description}',
  '- `{key}` ({type}, required, default {value}): {description}':
    '- `{key}` ({type}, erforderlich, Vorgabe {value}): {description}',
  '- `{key}` ({type}, one of {values}): {description}': '- `{key}` ({type}, eines von {values}): {description}',
  '- `{key}` ({type}, required, one of {values}): {description}':
    '- `{key}` ({type}, erforderlich, eines von {values}): {description}',
  '- `{key}` ({type}, one of {values}, default {value}): {description}':
    '- `{key}` ({type}, eines von {values}, Vorgabe {value}): {description}',
  '- `{key}` ({type}, required, one of {values}, default {value}): {description}':
    '- `{key}` ({type}, erforderlich, eines von {values}, Vorgabe {value}): {description}',
  'No node type matches {text}.': 'Kein Knotentyp passt zu {text}.',
  'No node type matches {text}. Did you mean {type}?': 'Kein Knotentyp passt zu {text}. Meinten Sie {type}?',
  'Node {node} has no settings.': 'Knoten {node} hat keine Einstellungen.',
  '`{key}`: {value} (default)': '`{key}`: {value} (Vorgabe)',
  '`{key}` is not set.': '`{key}` ist nicht gesetzt.',
}
