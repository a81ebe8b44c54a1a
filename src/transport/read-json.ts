/** Longest answer that is read, in bytes: far above any page of a list, far below what stalls a phone. */
export const longestAnswer = 2 * 1024 * 1024;

const isJson = (contentType: string | null): boolean =>
  /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');

const readText = async (response: Response): Promise<string | undefined> => {
  if (!response.body) return undefined;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > longestAnswer) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
};

/** The JSON of an answer, or `undefined` for another content type, bad JSON or a body without end. Rejects when cut off. */
export const readJson = async (response: Response): Promise<unknown> => {
  if (!isJson(response.headers.get('content-type'))) {
    await response.body?.cancel();
    return undefined;
  }
  const text = await readText(response);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
