import { readComments, type Said } from './comments.ts';
import type { OpenApi, Schema } from './document.ts';

const describeBy = (schema: Schema | undefined, said: Said | undefined): void => {
  if (!schema || !said) return;
  if (said.whole !== undefined && schema.$ref === undefined) schema.description = said.whole;
  for (const [name, text] of Object.entries(said.parts)) {
    const part = schema.properties?.[name];
    if (part) part.description = text;
  }
};

/** The name of a shape in the contract: the document writes it with a capital. */
const constantOf = (name: string): string =>
  name === 'UnreadMessages' ? 'unreadMsgs' : name.slice(0, 1).toLowerCase() + name.slice(1);

/** What the contract says of its shapes and their fields. */
export const addWords = (document: OpenApi): void => {
  const { named: saidOf, ofCall } = readComments();
  for (const [name, schema] of Object.entries(document.components.schemas))
    describeBy(schema, saidOf(constantOf(name)));
  for (const call of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const said = ofCall(call.operationId);
    if (said.call?.whole !== undefined)
      call.description = [call.description, said.call.whole.replace(/\.$/, '')].filter(Boolean).join('. ');
    for (const { schema } of Object.values(call.requestBody?.content ?? {})) {
      describeBy(schema, said.input);
      if (said.call?.parts['input'] !== undefined) schema.description = said.call.parts['input'];
    }
    const answer = call.responses['200']?.content?.['application/json']?.schema;
    describeBy(answer, said.call && { whole: undefined, parts: said.call.parts });
    describeBy(answer, said.payload);
  }
};
