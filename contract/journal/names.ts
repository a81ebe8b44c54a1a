/**
 * Names of fields that may be written: those of the contract, and of what the page says to itself. A key of any other
 * name is somebody else's, and may be as telling as a value.
 */
const listed = `
  about accept account account_id actors address again again_at amount ask asked at auth_type available avatar
  back balance bank book brand built buttons byHand call cancellable cancelled capitals card card_frame change change_24h
  choices chosen closable closed code comment confirming corrections created_at currencies currency cursor data
  delay device display document dst email en entries entry error exact expected_by expires_at facts fee field file
  fields filled filledIn first flow footer_menu form form_path formPath found fresh from fv get get_currency give
  give_currency guards hand_over handle handles header_menu held height help here hidden holding html iban icon_url id incoming
  input interrupted into is_authenticated items journal kept key kind known label lacking landing lang last_exchange last_four
  leaving left leftBehind leftOut lines link list live locale logo logo_url longest machine machines main_menu
  maximum media memo memory message method methods minimum minutes moved msg name need_set_password
  needs_verification needsPassword network next notification notification_id notifications now number old_password
  onReview operation options order origins outcome output over own pairs params part password passwords path patient_at
  pattern payBy payload payment percent phone picture piece place private product qr query quoted rate rate_listing_url reading
  ready reason received recent recipient recipients redirect_url refusal refused reloadedAt remember replace
  replaced_by replaces requested_at required reserve retryAfter returned rev row rows ru safe same_browser scale
  search second_step sent sent_to seq served shortest shown side since site site_settings size sparkline src state
  states status status_path statusCode submit_path summary support system telegram_bot terms text theme timeline
  title to today token top total_balance tries_left trouble type unpaid unread unread_msgs until updated_at url used_at user
  value values variant verification version wallets wants warnings which whole whose why words wrong x
  accepted decided_at documents ending file0 file1 height level levels limits most open paper percent side0 side1 sides stored
  submitted_at turn turn0 turn1 uploaded_at ways width
  answer go signed_in
  birthday browsers country current display_name edition latest locked mailing new_code old_code on seen_at
  doubt former offered tie tied notice modal hints steps wanted
  step_1 step_2 step_3 step_4 step_5 step_6 step_7 step_8 step_9 step_10 step_11 step_12 step_13 step_14
  asker asks bonuses due earning event funnel hold invited letter note paid pending ref signed_up stop subject totals verified who
  arrives bic card cancel city expires day delivery frame highest holder invoice merchant offer offers once ordered_at postcode price spent street
  chat client_id file2 file3 file4 files last last_read_message newer older other page read
  atEnd count divider elsewhere gone heard head is journals lineTrouble messages names opened report reporting thread
`;
export const namesOfFields: ReadonlySet<string> = new Set(listed.trim().split(/\s+/));
