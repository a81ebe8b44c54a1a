import { untilShownAgain } from './shown-again.ts';

interface HandOver {
  url: string;
  fields: Record<string, string>;
}

/**
 * Leads the browser to a page where one pays: a form navigation, so that nothing of the answer is read here. Resolves when
 * the page is shown again, from the browser's memory. The asker has seen to it that the address is a published one; the
 * page's security policy lets a form go nowhere else.
 */
export function handOver({ url, fields }: HandOver): Promise<void> {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  const again = untilShownAgain();
  form.submit();
  form.remove();
  return again;
}
