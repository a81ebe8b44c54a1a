import type { ExchangeAllForm, WholeWallet } from '../../../contract/calls/exchange-all.ts';
import {
  closedOf,
  partOf,
  previewOf,
  shortWallet,
  shownLack,
  takesPart,
} from '../../../machines/flows/exchange-all/form.context.ts';
import { formatMoney, maskedMoney } from '../../i18n/amount.ts';
import { currencyName } from '../../i18n/currency.ts';
import { currencyTitle } from '../../i18n/currency-title.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { useErrorFocus } from '../../ui/focus.ts';
import type { Heir } from '../../ui/handed-focus.ts';
import { LiveRegion, Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Renew } from '../amount/renew.tsx';
import type { FormActor, FormSnapshot } from './form.view.tsx';
import css from './exchange-all.module.css';

interface FormProps {
  actor: FormActor;
  snapshot: FormSnapshot;
}

/** One wallet: whether it takes part, what is in it, and what that would bring or why it cannot. */
function WalletLine({ actor, snapshot, wallet, form }: FormProps & { wallet: WholeWallet; form: ExchangeAllForm }) {
  const { t, locale } = useWords();
  const concealed = useConcealed();
  const told = useTold();
  const { trouble } = snapshot.context;
  const { currency, available, minimum, get, fee } = wallet;
  const closed = closedOf(snapshot.context, wallet);
  const { code, scale } = currency;
  const part = partOf(wallet);
  return (
    <li className={css['wallet']} data-closed={closed !== undefined || undefined}>
      <Checkbox
        label={currencyTitle(currency, locale)}
        help={
          closed &&
          t(`exchange_all.closed.${closed}`, {
            minimum: formatMoney({ amount: minimum, currency: code }, scale, locale),
          })
        }
        value={takesPart(snapshot.context, wallet)}
        disabled={wallet.closed !== undefined}
        says="user.wallet set"
        saysFor={code}
        onValue={(value) => actor.send({ type: 'user.wallet set', currency: code, value })}
      />
      <span className={css['amounts']}>
        <Amount amount={available} currency={code} scale={scale} hidden={concealed} />
        {part !== null && (
          <span className={css['fee']}>
            {t('exchange_all.at_once', {
              maximum: concealed ? maskedMoney(code) : formatMoney({ amount: part, currency: code }, scale, locale),
            })}
          </span>
        )}
        {get !== undefined && form.into && (
          <Amount
            amount={get}
            currency={form.into.code}
            scale={form.into.scale}
            size="small"
            tone="muted"
            hidden={concealed}
            approximate
          />
        )}
        {fee !== undefined && (
          <span className={css['fee']}>
            {t('ui.row.fee', {
              amount: concealed ? maskedMoney(code) : formatMoney({ amount: fee, currency: code }, scale, locale),
            })}
          </span>
        )}
      </span>
      {trouble && shortWallet(snapshot.context) === code && (
        <p className={css['lack']} role="alert">
          {told(trouble)}
        </p>
      )}
    </li>
  );
}

/** What stands above the line of a rate that is old: what all comes to, or the wallets where none takes part. */
const totalOf: Heir = (left) => left.closest('p')?.previousElementSibling as HTMLElement | null | undefined;

/** Which currency, and a line a wallet; what it comes to stands below before anything is asked. */
export function Wallets({ actor, snapshot }: FormProps) {
  const { t, locale } = useWords();
  const told = useTold();
  const concealed = useConcealed();
  const { context } = snapshot;
  const { form, into, trouble, corrections } = context;
  const place = useErrorFocus<HTMLFormElement>(corrections);
  const lack = shownLack(context);
  const isOfWallets = lack === 'wallets' || lack === 'none';
  const preview = previewOf(context);
  const isStale = snapshot.can({ type: 'user.retried' });
  if (!form) return null;
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.submitted' });
      }}
    >
      <LiveRegion assertive>
        {lack === 'none' ? t('exchange_all.lack.none') : lack ? t('form.errors', { count: 1 }) : ''}
      </LiveRegion>
      <Stack gap={4}>
        {trouble && shortWallet(context) === null && (
          <Notice tone="danger" alert>
            {told(trouble)}
          </Notice>
        )}
        <Surface className={css['form']}>
          <Select
            label={t('exchange_all.into')}
            help={into === null ? t('exchange_all.into.help') : undefined}
            error={lack === 'currency' ? t('exchange_all.lack.currency') : undefined}
            name="into"
            value={into ?? ''}
            says="user.currency chosen"
            options={[
              ...(into === null ? [{ value: '', label: t('exchange_all.into.none') }] : []),
              ...form.choices.map((currency) => ({
                value: currency.code,
                label: `${currency.code} · ${currencyName(currency, locale)}`,
              })),
            ]}
            onValue={(value) => actor.send({ type: 'user.currency chosen', value })}
          />
          <fieldset
            className={css['wallets']}
            aria-invalid={isOfWallets || undefined}
            aria-describedby={isOfWallets ? 'wallets-lack' : undefined}
            tabIndex={-1}
          >
            <legend className={css['legend']}>{t('exchange_all.wallets')}</legend>
            <ul>
              {form.wallets.map((wallet) => (
                <WalletLine key={wallet.currency.code} actor={actor} snapshot={snapshot} wallet={wallet} form={form} />
              ))}
            </ul>
            {isOfWallets && (
              <p className={css['lack']} id="wallets-lack">
                {t(`exchange_all.lack.${lack}`)}
              </p>
            )}
            {lack === 'none' && (
              <LinkButton href="/deposit" size="small">
                {t('amount.top_up')}
              </LinkButton>
            )}
          </fieldset>
          {preview && (
            <p tabIndex={-1} className={css['total']}>
              <span>{t('exchange_all.total')}</span>
              <Amount {...preview.total} scale={preview.into.scale} size="title" hidden={concealed} approximate />
            </p>
          )}
          {isStale && (
            <p className={css['stale']}>
              {t('exchange.rate.stale')}
              <Renew actor={actor} heir={totalOf}>
                {t('exchange.rate.refresh')}
              </Renew>
            </p>
          )}
          <Button type="submit" variant="primary" size="large" wide main says="user.submitted">
            {t('exchange_all.submit')}
          </Button>
        </Surface>
      </Stack>
    </form>
  );
}
