import { html } from 'hono/html';
import type { Described, OpenApi, Parameter, Schema } from './document.ts';
import { meanings, refusals, type RefusedStatus } from './refusals.ts';

type Html = ReturnType<typeof html>;
type Text = Html | string;

/** Where the sheet of the page is: the policy of every answer lets a sheet of this origin in, and no inline one. */
export const sheetPath = '/api/docs/style.css';

export const sheet = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; padding: 1rem; max-width: 62rem; overflow-wrap: anywhere }
h2 { margin-block: 3rem .5rem; border-bottom: 1px solid }
h3 { margin-block: 2rem .25rem; font-size: 1.125rem }
h4 { margin-block: .75rem .25rem; font-size: 1rem }
code, .path { font-family: ui-monospace, monospace; font-size: .9375em }
ul { margin-block: .25rem; padding-inline-start: 1.25rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
nav a { display: inline-block; padding-block: .25rem }
a { color: inherit }
:target { outline: 2px solid; outline-offset: .25rem }
:focus-visible { outline: 3px solid; outline-offset: 2px }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; padding: .5rem; background: Canvas }
.skip:focus { inset-block-start: 0 }
`;

const anchorOf = (text: string): string => text.replaceAll(/[^\w.-]/g, '-');

const link = (to: string, text: Text): Html => html`<a href="#${anchorOf(to)}">${text}</a>`;

const isWrapped = ({ allOf }: Schema): boolean => allOf?.[0]?.$ref === '#/components/schemas/Envelope';

/** What an answer holds beside its envelope. */
const payloadOf = (schema: Schema): Schema =>
  isWrapped(schema) ? (schema.allOf?.[1]?.properties?.['payload'] ?? {}) : schema;

const marked = (piece: string): Text => {
  if (piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`;
  return piece.startsWith('`') ? html`<code>${piece.slice(1, -1)}</code>` : piece;
};

/** The little Markdown that the document's own words use. */
const written = (text: string): Html => html`${text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map(marked)}`;

const bounds = ({ minLength, maxLength, minimum, maximum, pattern, format, default: usual }: Schema): string =>
  [
    format,
    pattern === undefined ? undefined : `like \`${pattern}\``,
    minLength === undefined ? undefined : `at least ${minLength} characters`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    minimum === undefined ? undefined : `from ${minimum}`,
    maximum === undefined ? undefined : `up to ${maximum}`,
    usual === undefined ? undefined : `${JSON.stringify(usual)} when left out`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

const howMany = ({ minItems, maxItems }: Schema): string => {
  if (minItems === undefined) return maxItems === undefined ? '' : `at most ${maxItems}, each `;
  return maxItems === undefined ? `at least ${minItems}, each ` : `${minItems} to ${maxItems}, each `;
};

const oneOf = (values: unknown[]): Html =>
  html`one of ${values.map((value, at) => html`${at > 0 ? ', ' : ''}<code>${String(value)}</code>`)}`;

/** A schema in words; what it is made of stands below it, see `partsOf`. */
const inWords = (schema: Schema): Html => {
  const { $ref, type, items, anyOf, additionalProperties: rest, propertyNames: names } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return html`${link(`shape-${name}`, name)}`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return oneOf(schema.enum);
  if (anyOf) return html`${anyOf.map((one, at) => html`${at > 0 ? ' or ' : ''}${inWords(one)}`)}`;
  if (items) return html`list of ${howMany(schema)}${inWords(items)}`;
  if (type === 'object' && typeof rest === 'object' && schema.properties === undefined)
    return html`values by name${names?.enum ? html` (${oneOf(names.enum)})` : ''}, each ${inWords(rest)}`;
  const more = bounds(schema);
  return html`${type ?? 'anything'}${more === '' ? '' : html`, ${written(more)}`}`;
};

/** The objects that a schema holds without a name of their own. */
const objectsOf = (schema: Schema): Schema[] => {
  if (schema.properties) return [schema];
  if (schema.items) return objectsOf(schema.items);
  if (typeof schema.additionalProperties === 'object') return objectsOf(schema.additionalProperties);
  return (schema.anyOf ?? []).flatMap(objectsOf);
};

const saidOf = ({ description = '' }: Schema): Text => (description === '' ? '' : html`. ${written(description)}`);

const fields = ({ properties = {}, required = [], additionalProperties: rest }: Schema): Html =>
  html`<ul>
    ${Object.entries(properties).map(
      ([name, schema]) =>
        html`<li>
          <code>${name}</code>${required.includes(name) ? '' : ' (may be absent)'}:
          ${inWords(schema)}${saidOf(schema)}${objectsOf(schema).map(fields)}
        </li>`,
    )}
    ${typeof rest === 'object' && Object.keys(rest).length > 0 ? html`<li>any other name: ${inWords(rest)}</li>` : ''}
  </ul>`;

/** A whole schema: its words where it has a name or is plain, else its fields. */
const whole = (schema: Schema): Html => {
  const objects = schema.$ref === undefined ? objectsOf(schema) : [];
  const plain = schema.properties === undefined;
  const said = schema.description === undefined ? '' : html`<p>${written(schema.description)}</p>`;
  if (!plain && Object.keys(schema.properties ?? {}).length === 0)
    return html`${said}
      <p>Nothing.</p>`;
  return html`${said}${plain ? html`<p>${inWords(schema)}</p>` : ''}${objects.map(fields)}`;
};

const isParameter = (parameter: Parameter | { $ref: string }): parameter is Parameter => 'in' in parameter;

const inputOf = ({ parameters, requestBody }: Described): Html => {
  const own = parameters.filter(isParameter);
  const media = Object.entries(requestBody?.content ?? {});
  const [first] = media;
  if (own.length === 0 && !first) return html`<p>Nothing.</p>`;
  return html`${
    own.length === 0
      ? ''
      : html`<ul>
          ${own.map(
            ({ in: where, name, required, schema }) =>
              html`<li>
                ${where} <code>${name}</code>${required === true ? '' : ' (may be absent)'}: ${inWords(schema)}
              </li>`,
          )}
        </ul>`
  }${
    first
      ? html`<p>Body, ${media.map(([type]) => type).join(' or ')}:</p>
          ${whole(first[1].schema)}`
      : ''
  }`;
};

const answerOf = ({ responses }: Described): Html => {
  const { content = {}, description = '' } = responses['200'] ?? {};
  const schema = content['application/json']?.schema;
  if (schema) return whole(payloadOf(schema));
  const types = Object.keys(content).map((type, at) => html`${at > 0 ? ' or ' : ''}<code>${type}</code>`);
  return html`<p>${description} It is ${types}.</p>`;
};

const errorsOf = ({ responses }: Described): Html =>
  html`<p>
    ${Object.keys(responses)
      .filter((status) => status in refusals)
      .map((status, at) => html`${at > 0 ? ', ' : ''}${link(`error-${status}`, status)}`)}
  </p>`;

const callOf = (path: string, method: string, call: Described): Html =>
  html`<article aria-labelledby="${anchorOf(call.operationId)}">
    <h3 id="${anchorOf(call.operationId)}">${call.operationId}</h3>
    <p class="path"><strong>${method.toUpperCase()}</strong> ${path}</p>
    ${call.description === '' ? '' : html`<p>${written(call.description)}.</p>`}
    <p>
      ${call.security.some((one) => Object.keys(one).length === 0) ? 'Open to visitors.' : 'For whoever is signed in.'}
      ${call['x-idempotency'] === undefined ? '' : html`Sent twice: ${written(call['x-idempotency'])}.`}
    </p>
    <h4>Input</h4>
    ${inputOf(call)}
    <h4>Answer</h4>
    ${answerOf(call)}
    <h4>Errors</h4>
    ${errorsOf(call)}
  </article>`;

/** The document for people: one page, calls by area, without a script. */
export const pageOf = (document: OpenApi): Html => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const areas = document.tags
    .map(({ name }) => ({ name, own: calls.filter(({ call }) => call.tags[0] === name) }))
    .filter(({ own }) => own.length > 0);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${document.info.title}</title>
        <link rel="icon" href="/api/icons/logo.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${sheetPath}" />
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <header>
          <h1>${document.info.title}</h1>
          <p>
            ${calls.length} calls. The same for programs: <a href="/api/openapi.json">openapi.json</a>, OpenAPI 3.1.
          </p>
          ${document.info.description.split('\n\n').map((part) => html`<p>${written(part)}</p>`)}
        </header>
        <nav aria-label="Areas">
          <ul>
            ${areas.map(({ name }) => html`<li>${link(`area-${name}`, name)}</li>`)}
            <li>${link('errors', 'Errors')}</li>
            <li>${link('shapes', 'Shapes')}</li>
          </ul>
        </nav>
        <main id="calls">
          ${areas.map(
            ({ name, own }) =>
              html`<section aria-labelledby="area-${name}">
                <h2 id="area-${name}">${name}</h2>
                <ul>
                  ${own.map(({ call }) => html`<li>${link(call.operationId, call.operationId)}</li>`)}
                </ul>
                ${own.map(({ path, method, call }) => callOf(path, method, call))}
              </section>`,
          )}
          <section aria-labelledby="errors">
            <h2 id="errors">Errors</h2>
            <ul>
              ${Object.entries(refusals).map(
                ([status, codes]) =>
                  html`<li id="error-${status}">
                    <strong>${status}</strong> ${written(meanings[Number(status) as RefusedStatus])} Codes:
                    ${codes.map((code, at) => html`${at > 0 ? ', ' : ''}<code>${code}</code>`)}.
                  </li>`,
              )}
            </ul>
          </section>
          <section aria-labelledby="shapes">
            <h2 id="shapes">Shapes</h2>
            ${Object.entries(document.components.schemas).map(
              ([name, schema]) =>
                html`<h3 id="shape-${name}">${name}</h3>
                  ${whole(schema)}`,
            )}
          </section>
        </main>
      </body>
    </html>`;
};
