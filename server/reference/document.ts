import * as z from 'zod/mini';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import type { CallSpec } from '../../contract/call.ts';
import { allCalls } from '../../contract/calls/index.ts';
import { balance, notification, siteSettings, unreadMsgs, user, wallet } from '../../contract/entities.ts';
import { envelope, headers, redirect, scanned } from '../../contract/envelope.ts';
import { errorCodes } from '../../contract/error-codes.ts';
import { failure } from '../../contract/errors.ts';
import { currency, money } from '../../contract/money.ts';
import { fact, operation, operationLine, operationPage, payment, terms } from '../../contract/operation.ts';
import { card, cardOffer } from '../../contract/card.ts';
import { message } from '../../contract/chat.ts';
import { describedForm, field, methodList, paymentMethod } from '../../contract/payment.ts';
import { verificationDocument } from '../../contract/verification.ts';
import type { Served } from '../area.ts';
import { areas } from '../areas.ts';
import { cookieName, cookieNames } from '../http/cookies.ts';
import { timeZoneCookie } from '../../contract/page-cookies.ts';
import { documentTypes } from '../payments/documents.ts';
import { addWords } from './add-words.ts';
import { meanings, refusals, type RefusedStatus } from './refusals.ts';

/** A JSON schema, as far as this house writes any. */
export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

/** One call in the document. */
export interface Described {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    {
      $ref?: string;
      description?: string;
      content?: Record<string, { schema?: Schema }>;
      headers?: Record<string, { required?: boolean; schema: Schema }>;
    }
  >;
  'x-basis': string;
  'x-idempotency'?: string;
}

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const jsonOf = 'application/json';
const urlEncoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

const everyAnswer = z.extend(envelope, z.partial(z.object(scanned)).shape);

/** Shapes that have a name of their own in the document. */
const named = {
  Envelope: everyAnswer,
  Failure: failure,
  Redirect: redirect,
  User: user,
  Wallet: wallet,
  Balance: balance,
  UnreadMessages: unreadMsgs,
  Notification: notification,
  SiteSettings: siteSettings,
  Currency: currency,
  Money: money,
  Terms: terms,
  Fact: fact,
  Payment: payment,
  OperationLine: operationLine,
  Operation: operation,
  OperationPage: operationPage,
  Card: card,
  CardOffer: cardOffer,
  Message: message,
  Field: field,
  DescribedForm: describedForm,
  PaymentMethod: paymentMethod,
  MethodList: methodList,
  VerificationDocument: verificationDocument,
};

/** Calls that another site answers: they are the contract's, and no path of ours. */
const isElsewhere = ({ given }: CallSpec): boolean => given?.startsWith('https:') ?? false;

const description = `Every JSON answer is an envelope: \`status\` is \`ok\`, \`error\` or \`redirect\`, \`payload\` belongs to the
asker, the other keys are news for the whole page. \`redirect\` answers a sign-in alone, on a site that leads whoever signed in to a place of its own: they
are signed in, and \`redirect_url\` is that place. \`now\` is the server's time, \`rev\` the revision of the account: an answer carries each key that
is newer than the revision in the request's \`${headers.rev}\`, and every key where that one is higher than \`rev\`.

**Errors.** With \`status: error\` the payload has a \`code\` that never changes its meaning, a \`message\` in words, and in \`fields\` a code for each field that is wrong.
A 5xx or no answer at all is no refusal: ask for the status by the operation's id. What is no HTTP, comes too slowly (408) or has headers that are too long (431) is answered without an envelope. Each answer of the server itself is named by \`X-Request-Id\`, as in its log.

**Session.** A cookie, HttpOnly, \`${cookieNames.session}\`, on https \`${cookieName(cookieNames.session, true)}\`. \`${headers.account}\` names the account that the asker believes
in: a POST for another one is refused, 409 \`account_changed\`.

**Origin.** A POST must come from a page of this origin: \`Origin\` is the published one, and \`Sec-Fetch-Site\` does not contradict. Otherwise 403 \`bad_origin\`, as is a file that another site leads to.

**Language.** Words are in the language of the account (\`lang.set\`), for a visitor in that of \`${headers.locale}\`; menus and articles go by \`${headers.locale}\` first. Days of a history
are counted in the zone that the cookie \`${timeZoneCookie}\` names, \`Europe/Moscow\`, else in UTC.

**Paths.** \`form_path\`, \`submit_path\`, \`status_path\` and the \`next\` of who was invited are asked for below \`/api\`: \`/exchange/pair/USD/BTC\` is \`GET /api/exchange/pair/USD/BTC\`.
The \`status_path\` of a deposit or a purchase is sent as \`url\` to \`deposit.integration_json_check\` instead. \`place\`, \`redirect_url\` and the \`url\` of a menu or a button are places of the page.

**Money.** Amounts are decimal strings, never numbers. A check answers an open operation, and its id is the operation's id for good. The confirm names
that id, so that sending it again has no second effect: it answers how the operation stands. \`exchange.check\` is confirmed by \`exchange.submit\`,
\`exchange_all.check\` by \`exchange_all.submit\`, \`transfer.check\` by \`transfer.submit\`, \`card.order\` by \`card.confirm\`, and \`payment.check\` by \`withdraw.submit\`,
\`deposit.integration_json\` or \`purchase.integration_json\`. Then its status is
asked for until it is \`completed\`, \`failed\`, \`cancelled\` or \`expired\`; before it is confirmed nothing has moved.`;

const sessionOnly = [{ session: [] }];
const sessionOrNot = [{ session: [] }, {}];

/** Parameters in braces, as the document writes them. */
const braces = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

/** Where a call answers: the contract's path, and for one whose path the server gives, the server's. */
const pathOf = ({ path, given }: CallSpec, served: Served | undefined): string =>
  braces(given === undefined ? path : (served?.how.at ?? path));

/** What a path takes that no schema tells of. */
const textFor = (path: string): z.ZodMiniObject =>
  z.object(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()])));

const shapeOf = (schema: z.ZodMiniType | undefined): Record<string, unknown> =>
  schema && 'shape' in schema ? (schema.shape as Record<string, unknown>) : {};

/** What the file is that a call gives. */
const fileTypes: Record<string, readonly string[]> = {
  'chat.file': ['image/jpeg', 'application/pdf', jsonOf],
  'history.file': ['text/csv'],
  'operation.file': documentTypes,
  'user.export': [jsonOf],
  'verification.file': ['image/jpeg'],
};

/** Calls that may sign in: the site can lead whoever did so to a place of its own. */
const signsIn = new Set(['auth.code', 'auth.link', 'auth.login_by_password', 'auth.telegram']);

/** Calls that answer an operation and do nothing with it. */
const sendsLetter = new Set(['operation.code']);
const asksStatus = new Set(['deposit.integration_json_check']);

/** What keeps a POST about an operation from having a second effect. */
const idempotencyOf = (call: CallSpec): string | undefined => {
  const { method, input, payload } = call;
  if (method !== 'POST' || payload === undefined) return undefined;
  const asked = shapeOf(input);
  const isOperation = payload === operation || 'submit_path' in shapeOf(payload);
  if (asksStatus.has(call.name)) return 'it asks, and changes nothing';
  if (!isOperation) return 'client_id' in asked ? 'by `client_id`, the name that the sender gave' : undefined;
  if (sendsLetter.has(call.name)) return 'no money moves; each one sends another letter';
  if ('id' in asked || 'card' in asked) return 'by the id of the operation: sent again it answers how it stands';
  return 'nothing has moved yet: the answer is open, and `replaces` closes the one that it stands for';
};

/** The statuses of refusals that a call can have; any other is among `default`. */
const statusesOf = (call: CallSpec, open: boolean): RefusedStatus[] => {
  const isPost = call.method === 'POST';
  const names = call.params !== undefined || call.given !== undefined || call.input !== undefined;
  const mustName = Object.values(shapeOf(call.query)).some((field) => !(field instanceof z.ZodMiniOptional));
  const may: [RefusedStatus, boolean][] = [
    [400, isPost || call.query !== undefined],
    [401, !open],
    [403, isPost || call.gives === 'file'],
    [404, names || mustName],
    [409, isPost || names || (call.changes === true && call.gives !== 'file')],
    [413, isPost],
    [415, isPost],
    [422, call.input !== undefined || call.query !== undefined || (isPost && call.params !== undefined)],
    [429, isPost || call.changes === true || call.gives === 'file'],
    [500, true],
    [503, true],
  ];
  return may.filter(([, is]) => is).map(([status]) => status);
};

const bodyOf = ({ body, files, input }: CallSpec) => {
  if (input === undefined) return {};
  const needsFile = Object.values(shapeOf(input)).some((field) => field instanceof z.ZodMiniFile);
  const forms = files === undefined ? [urlEncoded, multipart] : needsFile ? [multipart] : [multipart, urlEncoded];
  const media = body === 'form' ? forms : [jsonOf];
  return {
    requestBody: { required: true, content: Object.fromEntries(media.map((type) => [type, { schema: input }])) },
  };
};

const describe = (call: CallSpec, path: string, open: boolean) => {
  const idempotency = idempotencyOf(call);
  const isPost = call.method === 'POST';
  return {
    operationId: call.name,
    tags: [call.name.split('.')[0] ?? ''],
    summary: call.name,
    description: call.note ?? '',
    'x-basis': call.basis,
    ...(idempotency !== undefined && { 'x-idempotency': idempotency }),
    security: open ? sessionOrNot : sessionOnly,
    requestParams: {
      path: call.given === undefined && call.params ? (call.params as z.ZodMiniObject) : textFor(path),
      ...(call.query && { query: call.query as z.ZodMiniObject }),
    },
    ...bodyOf(call),
    responses: {
      200:
        call.gives === 'file'
          ? {
              description: 'A file, to be saved. No envelope.',
              headers: {
                'Content-Disposition': {
                  description: '`attachment`, with the name of the file.',
                  required: true,
                  schema: { type: 'string' as const },
                },
              },
              content: Object.fromEntries(fileTypes[call.name]?.map((type) => [type, {}]) ?? []),
            }
          : { description: 'Done.', content: { [jsonOf]: { schema: call.payload } } },
      ...Object.fromEntries(
        statusesOf(call, open).map((status) => [String(status), { $ref: `#/components/responses/Refused${status}` }]),
      ),
      default: { $ref: '#/components/responses/Refused' },
    },
    parameters: [
      ...['Rev', 'Account', 'Locale'].map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ...(isPost ? [{ $ref: '#/components/parameters/Origin' }] : []),
    ],
  };
};

/** Who comes too early always hears for how long to wait, who comes at a bad moment sometimes. */
const waits: Partial<Record<string, 'always' | 'maybe'>> = { 429: 'always', 503: 'maybe' };

const refused = (words: string, codes: readonly string[], wait?: 'always' | 'maybe') => ({
  description: `${words} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  ...(wait && {
    headers: {
      'Retry-After': {
        description: 'Seconds until it may be sent again.',
        required: wait === 'always',
        schema: { type: 'integer', minimum: 1 },
      },
    },
  }),
  content: {
    [jsonOf]: {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Envelope' },
          {
            type: 'object',
            required: ['payload'],
            properties: {
              status: { const: 'error' },
              payload: {
                allOf: [
                  { $ref: '#/components/schemas/Failure' },
                  { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } },
                ],
              },
            },
          },
        ],
      },
    },
  },
});

const header = (name: string, words: string, required = false) => ({
  in: 'header',
  name,
  required,
  description: words,
  schema: { type: 'string' },
});

/** The library writes each named shape as it may come and as it goes out; here they only go out. */
const keepOutputs = (document: OpenApi): OpenApi => {
  const { schemas } = document.components;
  const twice = Object.keys(schemas).filter((name) => `${name}Output` in schemas);
  const kept = Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      twice.includes(name) ? [] : [[name.replace(/Output$/, ''), schema]],
    ),
  );
  const text = JSON.stringify({ ...document, components: { ...document.components, schemas: kept } });
  return JSON.parse(text.replaceAll(/("#\/components\/schemas\/\w+?)Output"/g, '$1"')) as OpenApi;
};

/** The contract takes any code, so that a page knows newer ones: of those that there are today the document says which. */
const nameCodes = ({ components }: OpenApi): void => {
  const { code, fields } = components.schemas['Failure']?.properties ?? {};
  if (code) code.enum = [...errorCodes];
  if (fields) fields.additionalProperties = { type: 'string', enum: [...errorCodes] };
};

/** The payload of each answer gets its envelope. */
const wrap = (document: OpenApi): void => {
  for (const calls of Object.values(document.paths))
    for (const { operationId, responses } of Object.values(calls)) {
      const answer = responses['200']?.content?.[jsonOf];
      // A file of that type has no envelope.
      if (answer?.schema === undefined) continue;
      const { schema } = answer;
      answer.schema = {
        allOf: [
          { $ref: '#/components/schemas/Envelope' },
          {
            type: 'object',
            required: ['payload'],
            properties: signsIn.has(operationId)
              ? {
                  status: { enum: ['ok', 'redirect'] },
                  payload: { anyOf: [schema, { $ref: '#/components/schemas/Redirect' }] },
                }
              : { status: { const: 'ok' }, payload: schema },
          },
        ],
      };
    }
};

/** The contract as OpenAPI 3.1, of a server that is reached by https or by plain http. */
export const makeDocument = (productName: string, https: boolean): OpenApi => {
  const servings = areas.flatMap((area) => area.calls);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of allCalls.filter((one) => !isElsewhere(one))) {
    const served = servings.find(({ spec }) => spec === call);
    const path = pathOf(call, served);
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: describe(call, path, served?.how.open === true),
    };
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: `${productName} API`, version: '1', description },
      servers: [{ url: '/' }],
      tags: [...new Set(allCalls.map((call) => call.name.split('.')[0] ?? ''))].map((tag) => ({ name: tag })),
      paths: paths as ZodOpenApiPathsObject,
      components: {
        schemas: named,
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName(cookieNames.session, https) } },
        parameters: {
          Rev: header(headers.rev, 'The last revision that the asker has applied; 0 or absent for none.'),
          Account: header(
            headers.account,
            'The number of the account that the asker believes in; absent for a visitor.',
          ),
          Locale: header(headers.locale, 'The language that the asker shows: ru or en.'),
          Origin: header('Origin', 'The origin of the page that asks: this one.', true),
        } as never,
        responses: {
          ...Object.fromEntries(
            Object.entries(refusals).map(([status, codes]) => [
              `Refused${status}`,
              refused(meanings[Number(status) as RefusedStatus], codes, waits[status]),
            ]),
          ),
          Refused: refused('Any other refusal.', errorCodes, 'maybe'),
        } as never,
      },
    },
    // The patterns of dates are longer than what they say.
    {
      override: ({ jsonSchema }) => {
        if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    },
  ) as unknown as OpenApi;
  const kept = keepOutputs(document);
  nameCodes(kept);
  addWords(kept);
  wrap(kept);
  return kept;
};
