/**
 * Names of fields that may be written: those of the contract, and of what the page says to itself. A key of any other
 * name is somebody else's, and may be as telling as a value.
 */
const listed = `
  about account account_id actors again again_at amount ask asked at auth_type available back balance book built buttons
  byHand call change change_24h closable code confirming created_at currency cursor data delay device display dst email
  en entries entry error expected_by expires_at fee field fields first flow footer_menu form form_path formPath found
  fresh from fv get get_currency give give_currency guards header_menu held here hidden holding html icon_url id input
  interrupted is_authenticated items journal kept key kind landing lang last_exchange leaving left link list live locale
  logo logo_url machine machines main_menu maximum memory message minimum moved msg name need_set_password needsPassword
  next notification_id notifications now number old_password operation order origins output over own pairs params part
  password passwords path payload percent place private product query quoted rate rate_listing_url reading ready reason
  redirect_url refused reloadedAt remember replace replaced_by replaces requested_at reserve retryAfter rev row rows ru
  safe same_browser scale search sent sent_to seq served shown side since site site_settings size sparkline src state
  states status statusCode submit_path summary support telegram_bot terms text theme timeline title to token
  total_balance trouble type unread unread_msgs updated_at url user value variant version wallets which whole whose why
  words
`;
export const namesOfFields: ReadonlySet<string> = new Set(listed.trim().split(/\s+/));
