// What the clients take and give, and where each operation is. Written from the reference by `npm run client`: a test fails when the
// two differ. Members that may be missing are optional.

import type { CallOptions, Route } from './route.ts'

/** Interface A: version 1 of card management. */
export interface InterfaceA {
  /** Register a customer. Registers a customer and opens the one account they have. */
  readonly registerCustomer: (
    request: RegisterCustomerRequest,
    options?: CallOptions,
  ) => Promise<RegisterCustomerAnswer>
  /** Issue a virtual card. Issues an active card on the account of a customer. Digits 7 to 15 of the number sent are kept; the BIN of the registration is put in front and the check digit is computed. */
  readonly createVirtualCard: (
    request: CreateVirtualCardRequest,
    options?: CallOptions,
  ) => Promise<CreateVirtualCardAnswer>
  /** Read the limits of a card. The six limits with what is used of them in their current window. */
  readonly getCardLimits: (
    request: GetCardLimitsRequest,
    options?: CallOptions,
  ) => Promise<GetCardLimitsAnswer>
  /** Change a limit of a card. Sets the value and the cycle of one limit; the others stay as they are. */
  readonly changeCardLimit: (
    request: ChangeCardLimitRequest,
    options?: CallOptions,
  ) => Promise<ChangeCardLimitAnswer>
  /** Read a card and its account. The card with its full number, its status and the balance that is available. */
  readonly getCardData: (
    request: GetCardDataRequest,
    options?: CallOptions,
  ) => Promise<GetCardDataAnswer>
  /** Block a card. Blocks an active card: status 0 becomes 6. */
  readonly blockCard: (request: BlockCardRequest, options?: CallOptions) => Promise<BlockCardAnswer>
  /** Make a blocked card active. Lifts a block: status 6 becomes 0. */
  readonly changeCardStatus: (
    request: ChangeCardStatusRequest,
    options?: CallOptions,
  ) => Promise<ChangeCardStatusAnswer>
  /** Credit a card. Deposits funds of the sandbox on the account of a card. */
  readonly creditCard: (
    request: CreditCardRequest,
    options?: CallOptions,
  ) => Promise<CreditCardAnswer>
  /** Transfer from card to card. Moves funds between two cards of the sandbox. */
  readonly p2pTransfer: (
    request: P2pTransferRequest,
    options?: CallOptions,
  ) => Promise<P2pTransferAnswer>
  /** List the transactions of a card. Everything that happened to a card in a period, oldest first. */
  readonly getTransactions: (
    request: GetTransactionsRequest,
    options?: CallOptions,
  ) => Promise<GetTransactionsAnswer>
}

/** Interface B: version 2 of card management. */
export interface InterfaceB {
  /** Register a cardholder. Registers a person and opens the one account they have. */
  readonly createCardholder: (
    request: CreateCardholderRequest,
    options?: CallOptions,
  ) => Promise<CreateCardholderAnswer>
  /** Read a cardholder. Optional members that were never given are absent; what interface A never knew of its customers is filled. */
  readonly getCardholder: (
    request: GetCardholderRequest,
    options?: CallOptions,
  ) => Promise<GetCardholderAnswer>
  /** Update a cardholder. Members that are sent replace what is stored; the others stay. */
  readonly updateCardholder: (
    request: UpdateCardholderRequest,
    options?: CallOptions,
  ) => Promise<UpdateCardholderAnswer>
  /** Issue a card. One card per cardholder, from the pool of the project; active at once. */
  readonly createCard: (
    request: CreateCardRequest,
    options?: CallOptions,
  ) => Promise<CreateCardAnswer>
  /** Read a card. The only answer that shows the full number and the CVC. */
  readonly getCard: (request: GetCardRequest, options?: CallOptions) => Promise<GetCardAnswer>
  /** Change one thing of a card. Exactly one of status, spendingLimits, pin, resetPinCounter and reissueCard. From lost and stolen only reissueCard leads on. */
  readonly updateCard: (
    request: UpdateCardRequest,
    options?: CallOptions,
  ) => Promise<UpdateCardAnswer>
  /** Read the public key for PINs. PINs are sent encrypted under this key (RSA-OAEP with SHA-256). */
  readonly getPinKey: (request?: undefined, options?: CallOptions) => Promise<GetPinKeyAnswer>
  /** Top up a card. Sandbox only. A top-up that is refused is an answer too, with its reason. */
  readonly createTopup: (
    request: CreateTopupRequest,
    options?: CallOptions,
  ) => Promise<CreateTopupAnswer>
  /** Move money between two cards. A transfer that is refused is an answer too, with its reason. */
  readonly createTransfer: (
    request: CreateTransferRequest,
    options?: CallOptions,
  ) => Promise<CreateTransferAnswer>
  /** List the transfers of a card number. Newest first. A number that nobody has lists nothing. */
  readonly listTransfers: (
    request: ListTransfersRequest,
    options?: CallOptions,
  ) => Promise<ListTransfersAnswer>
}

/** Interface C: the payment gateway. */
export interface InterfaceC {
  /** Register an order. Registers an order that is paid in one stage. Send the payer to `formUrl`. */
  readonly register: (request: RegisterRequest, options?: CallOptions) => Promise<RegisterAnswer>
  /** Register an order for a hold. Registers an order whose payment holds the amount; `deposit.do` captures it, `reverse.do` gives it back. */
  readonly registerPreAuth: (
    request: RegisterPreAuthRequest,
    options?: CallOptions,
  ) => Promise<RegisterPreAuthAnswer>
  /** Read an order. The whole status record of an order. Which members are there depends on how far it has come. */
  readonly getOrderStatusExtended: (
    request?: GetOrderStatusExtendedRequest,
    options?: CallOptions,
  ) => Promise<GetOrderStatusExtendedAnswer>
  /** Read an order in short. The short status of older clients, with capital letters. */
  readonly getOrderStatus: (
    request?: GetOrderStatusRequest,
    options?: CallOptions,
  ) => Promise<GetOrderStatusAnswer>
  /** Read the receipts of an order. Receipts that a fiscal register printed. The sandbox has no register: the list is empty, and a receipt by its `uuid` is not found. */
  readonly getReceiptStatus: (
    request?: GetReceiptStatusRequest,
    options?: CallOptions,
  ) => Promise<GetReceiptStatusAnswer>
  /** Give an order up. Declines an order that nobody has paid. */
  readonly decline: (request?: DeclineRequest, options?: CallOptions) => Promise<DeclineAnswer>
  /** Add parameters to an order. Adds to `merchantOrderParams`; a name that exists gets the new value. */
  readonly addParams: (request: AddParamsRequest, options?: CallOptions) => Promise<AddParamsAnswer>
  /** Let a card pay without 3-D Secure. Puts the card of an order on the list of cards that pay without 3-D Secure: `sslCards` among the settings of the project, where it can be taken off again. */
  readonly updateSSLCardList: (
    request: UpdateSSLCardListRequest,
    options?: CallOptions,
  ) => Promise<UpdateSSLCardListAnswer>
  /** List orders. Orders registered in a period, newest first. */
  readonly getLastOrdersForMerchants: (
    request: GetLastOrdersForMerchantsRequest,
    options?: CallOptions,
  ) => Promise<GetLastOrdersForMerchantsAnswer>
  /** Pay an order by card. Pays with card data that the merchant itself collected, or with a binding. Declines answer `errorCode` 0 with `error`: read the order for the outcome. */
  readonly paymentorder: (
    request: PaymentorderRequest,
    options?: CallOptions,
  ) => Promise<PaymentorderAnswer>
  /** Pay an order by binding. Pays with a stored card. An order with the feature `AUTO_PAYMENT` needs neither CVC nor 3-D Secure. */
  readonly paymentOrderBinding: (
    request: PaymentOrderBindingRequest,
    options?: CallOptions,
  ) => Promise<PaymentOrderBindingAnswer>
  /** Finish a payment, 3-D Secure 1. Takes the `PaRes` that the issuer's page posted to the merchant's own `termUrl`. */
  readonly finish3dsPayment: (
    request: Finish3dsPaymentRequest,
    options?: CallOptions,
  ) => Promise<Finish3dsPaymentAnswer>
  /** Go on with a payment, 3-D Secure 2. After the method call: goes on with the payment as it was sent, without its card data. The other way is the same payment with `threeDSServerTransId`. */
  readonly continue3ds: (
    request: Continue3dsRequest,
    options?: CallOptions,
  ) => Promise<Continue3dsAnswer>
  /** Finish a payment, 3-D Secure 2. Authorises after the payer came back from the issuer's page. */
  readonly finish3dsVer2Payment: (
    request: Finish3dsVer2PaymentRequest,
    options?: CallOptions,
  ) => Promise<Finish3dsVer2PaymentAnswer>
  /** Capture a hold. Captures a hold once, in whole or in part; what is not captured goes back. */
  readonly deposit: (request: DepositRequest, options?: CallOptions) => Promise<DepositAnswer>
  /** Return money. Returns captured money, in parts if need be. */
  readonly refund: (request?: RefundRequest, options?: CallOptions) => Promise<RefundAnswer>
  /** Give a hold back. Gives a whole hold back to the payer. */
  readonly reverse: (request?: ReverseRequest, options?: CallOptions) => Promise<ReverseAnswer>
  /** Capture a hold, in money and points. As `deposit.do`, for an order that may have been paid with points of a loyalty programme. The sandbox has no points: all of it is money, and `operations` is empty. */
  readonly autoCompletion: (
    request?: AutoCompletionRequest,
    options?: CallOptions,
  ) => Promise<AutoCompletionAnswer>
  /** Return money, in money and points. As `refund.do`, for an order that may have been paid with points of a loyalty programme. The sandbox has no points: all of it is money, and `operations` is empty. */
  readonly autoRefund: (
    request?: AutoRefundRequest,
    options?: CallOptions,
  ) => Promise<AutoRefundAnswer>
  /** List a client's bindings. The active bindings of a client. */
  readonly getBindings: (
    request: GetBindingsRequest,
    options?: CallOptions,
  ) => Promise<GetBindingsAnswer>
  /** List a client's bindings, doubled ones too. The active bindings of a client, several of one card included. Here a client has one binding of a card, so that the answer is that of `getBindings.do`. */
  readonly getAllBindings: (
    request: GetAllBindingsRequest,
    options?: CallOptions,
  ) => Promise<GetAllBindingsAnswer>
  /** List a card's bindings. The active bindings of a card, by its number or by one of its bindings. */
  readonly getBindingsByCardOrId: (
    request?: GetBindingsByCardOrIdRequest,
    options?: CallOptions,
  ) => Promise<GetBindingsByCardOrIdAnswer>
  /** Deactivate a binding. Deactivates a binding: it pays no more until it is active again. */
  readonly unBindCard: (
    request: UnBindCardRequest,
    options?: CallOptions,
  ) => Promise<UnBindCardAnswer>
  /** Activate a binding. Makes a deactivated binding active again. */
  readonly bindCard: (request: BindCardRequest, options?: CallOptions) => Promise<BindCardAnswer>
  /** Extend a binding. Gives a binding a new expiry date. One of a card issued here follows the card to its present number. */
  readonly extendBinding: (
    request: ExtendBindingRequest,
    options?: CallOptions,
  ) => Promise<ExtendBindingAnswer>
  /** Ask whether a card is enrolled. Whether a card takes part in 3-D Secure: Y, N, or U where the directory does not know. */
  readonly verifyEnrollment: (
    request: VerifyEnrollmentRequest,
    options?: CallOptions,
  ) => Promise<VerifyEnrollmentAnswer>
  /** Store a card without a payment. Verifies a card with an amount of 0, without CVC and 3-D Secure, and binds it to a client. One that the client has already keeps its `bindingId`. A card that its issuer declines is not bound. */
  readonly createBindingNoPayment: (
    request: CreateBindingNoPaymentRequest,
    options?: CallOptions,
  ) => Promise<CreateBindingNoPaymentAnswer>
  /** Register and pay. Registers an order and pays it by card or binding, with 3-D Secure where the card asks for it. */
  readonly instantPayment: (
    request: InstantPaymentRequest,
    options?: CallOptions,
  ) => Promise<InstantPaymentAnswer>
  /** Pay by mail or telephone order. Registers an order and pays it by card without 3-D Secure; the CVC is optional. */
  readonly motoPayment: (
    request: MotoPaymentRequest,
    options?: CallOptions,
  ) => Promise<MotoPaymentAnswer>
  /** Check a card. Checks a card without charging it; the order ends REVERSED. */
  readonly verifyCard: (
    request: VerifyCardRequest,
    options?: CallOptions,
  ) => Promise<VerifyCardAnswer>
  /** Pay money out to a card. Pays the amount out to a card or binding, without a payment before: the order that stands for it ends REFUNDED, or DECLINED. An `orderNumber` pays out once. */
  readonly instantRefund: (
    request: InstantRefundRequest,
    options?: CallOptions,
  ) => Promise<InstantRefundAnswer>
  /** Charge a binding again. JSON, or a form. Registers an order with `AUTO_PAYMENT` for the client of the binding and pays it by the binding. */
  readonly recurrentPayment: (
    request: RecurrentPaymentRequest,
    options?: CallOptions,
  ) => Promise<RecurrentPaymentAnswer>
  /** Charge an instalment. JSON, or a form. As `recurrentPayment.do`, in the form that the family has for instalments: `errorCode` 0 says that the request was processed, `orderStatus` how the payment ended. */
  readonly installmentPayment: (
    request: InstallmentPaymentRequest,
    options?: CallOptions,
  ) => Promise<InstallmentPaymentAnswer>
  /** Pay by Apple Pay. JSON, or a form. Registers an order and pays it by a test token of Apple Pay: base64 of `{"pan","expiry","amount","currency"}`. A real token is refused. Without credentials the token names the merchant by its `merchantToken`. */
  readonly applepayPayment: (
    request: ApplepayPaymentRequest,
    options?: CallOptions,
  ) => Promise<ApplepayPaymentAnswer>
  /** Pay by Apple Pay, decrypted by the merchant. JSON, or a form. Registers an order and pays it by what the merchant found in the token of Apple Pay, in base64, or by a test token. */
  readonly applepayPaymentDirect: (
    request: ApplepayPaymentDirectRequest,
    options?: CallOptions,
  ) => Promise<ApplepayPaymentDirectAnswer>
  /** Pay by Google Pay. JSON, or a form. Registers an order and pays it by a test token of Google Pay: base64 of `{"pan","expiry","amount","currency"}`. A real token is refused. Without credentials the token names the merchant by its `merchantToken`. */
  readonly googlePayment: (
    request: GooglePaymentRequest,
    options?: CallOptions,
  ) => Promise<GooglePaymentAnswer>
  /** Pay by Google Pay, decrypted by the merchant. JSON, or a form. Registers an order and pays it by what the merchant found in the token of Google Pay, in base64, or by a test token. */
  readonly googlePaymentDirect: (
    request: GooglePaymentDirectRequest,
    options?: CallOptions,
  ) => Promise<GooglePaymentDirectAnswer>
  /** Pay by Samsung Pay. JSON, or a form. Registers an order and pays it by a test token of Samsung Pay: base64 of `{"pan","expiry","amount","currency"}`. A real token is refused. Without credentials the token names the merchant by its `merchantToken`. */
  readonly samsungPayment: (
    request: SamsungPaymentRequest,
    options?: CallOptions,
  ) => Promise<SamsungPaymentAnswer>
  /** Pay by Samsung Pay, decrypted by the merchant. JSON, or a form. Registers an order and pays it by what the merchant found in the token of Samsung Pay, in base64, or by a test token. */
  readonly samsungPaymentDirect: (
    request: SamsungPaymentDirectRequest,
    options?: CallOptions,
  ) => Promise<SamsungPaymentDirectAnswer>
  /** Pay by Mir Pay. JSON, or a form. Registers an order and pays it by a test token of Mir Pay: base64 of `{"pan","expiry","amount","currency"}`. A real token is refused. Without credentials the token names the merchant by its `merchantToken`. */
  readonly mirPayment: (
    request: MirPaymentRequest,
    options?: CallOptions,
  ) => Promise<MirPaymentAnswer>
  /** Pay by Mir Pay, decrypted by the merchant. JSON, or a form. Registers an order and pays it by what the merchant found in the token of Mir Pay, in base64, or by a test token. */
  readonly mirPaymentDirect: (
    request: MirPaymentDirectRequest,
    options?: CallOptions,
  ) => Promise<MirPaymentDirectAnswer>
  /** Ask what a payment page shows. For the payer’s page or device, without credentials: the order, the time that is left and the stored cards; `redirect` when there is nothing to pay any more. */
  readonly getSessionStatus: (
    request: GetSessionStatusRequest,
    options?: CallOptions,
  ) => Promise<GetSessionStatusAnswer>
  /** Pay from a payment page, by card. For the payer’s page or device, without credentials: pays with the card that was entered, as `paymentorder.do` does. */
  readonly processform: (
    request: ProcessformRequest,
    options?: CallOptions,
  ) => Promise<ProcessformAnswer>
  /** Pay from a payment page, by binding. For the payer’s page or device, without credentials: pays with the stored card that was chosen, as `paymentOrderBinding.do` does. */
  readonly processBindingForm: (
    request: ProcessBindingFormRequest,
    options?: CallOptions,
  ) => Promise<ProcessBindingFormAnswer>
  /** Give an order up, as its payer. For the payer’s page or device, without credentials: declines an order that nobody has paid. The merchant is told by a callback. */
  readonly declineByClient: (
    request: DeclineByClientRequest,
    options?: CallOptions,
  ) => Promise<DeclineByClientAnswer>
  /** Ask how a payment ended. For the payer’s page or device, without credentials: what a receipt on the screen shows. Of a card only while the order is not to be paid any more, and masked. */
  readonly getFinishedPaymentInfo: (
    request: GetFinishedPaymentInfoRequest,
    options?: CallOptions,
  ) => Promise<GetFinishedPaymentInfoAnswer>
}

/** The control API: the project itself, its clock, its ledger and its callbacks. */
export interface ControlApi {
  /** List the projects. All of them, newest first, with their owners. For whoever runs the service: hosted mode asks for the admin token. */
  readonly listProjects: (
    request?: ListProjectsRequest,
    options?: CallOptions,
  ) => Promise<ListProjectsAnswer>
  /** Give a project to somebody. Makes an account an owner of the project, whatever it was to it before: for a project that nobody owns, or whose owners are gone. Those who own it already stay; they may remove each other on the page of the members. It leaves a line in the audit log. Hosted mode only. */
  readonly giveProject: (
    request: GiveProjectRequest,
    options?: CallOptions,
  ) => Promise<GiveProjectAnswer>
  /** Read the project. Its credentials for every interface, its product data and its settings. */
  readonly getProject: (request?: undefined, options?: CallOptions) => Promise<GetProjectAnswer>
  /** Change the project's settings. Settings that are left out stay as they are. A reset restores the defaults. */
  readonly updateProject: (
    request?: UpdateProjectRequest,
    options?: CallOptions,
  ) => Promise<UpdateProjectAnswer>
  /** Delete the project. Permanent: the credentials stop working at once, and all data is deleted. Hosted mode also needs the admin token (`Authorization: Bearer`), because only an owner may delete a project; owners delete it on its settings page. The demo project cannot be deleted: reset it. */
  readonly deleteProject: (
    request?: undefined,
    options?: CallOptions,
  ) => Promise<DeleteProjectAnswer>
  /** Read how much the project stores. Cardholders, accounts, cards, orders, entries of the journal, callbacks and what goes with them, each a row. A reset frees them. */
  readonly getStorage: (request?: undefined, options?: CallOptions) => Promise<GetStorageAnswer>
  /** Start over. Everything of the project is gone, clock and settings are as new; credentials and product data stay. */
  readonly resetProject: (request?: undefined, options?: CallOptions) => Promise<ResetProjectAnswer>
  /** Rotate the credentials of an interface. Gives the interface new credentials; logins stay. Those before work until the overlap ends, and any older ones end now. The demo project keeps its own: every example uses them. */
  readonly rotateCredentials: (
    request: RotateCredentialsRequest,
    options?: CallOptions,
  ) => Promise<RotateCredentialsAnswer>
  /** Read the project's clock. All business times of the project come from this clock. */
  readonly getClock: (request?: undefined, options?: CallOptions) => Promise<GetClockAnswer>
  /** Move, freeze or unfreeze the project's clock. Forward only. Everything due up to the new time runs before the response, in order and each item at its own time. Callbacks are queued and sent afterwards. A move waits for another one in progress. */
  readonly moveClock: (
    request?: MoveClockRequest,
    options?: CallOptions,
  ) => Promise<MoveClockAnswer>
  /** Read an overview of the project. Approvals and declines of the last 24 hours (of the newest 2000 entries at most), failing callbacks and holds that end in the next 24 hours. */
  readonly getOverview: (request?: undefined, options?: CallOptions) => Promise<GetOverviewAnswer>
  /** Search the project. Orders by id or number, orders and cards by RRN, cards by id or last four digits, cardholders by id or name; at most 20 of a kind. Send no whole card number: it does not belong in a URL. */
  readonly search: (request: SearchRequest, options?: CallOptions) => Promise<SearchAnswer>
  /** List the cardholders. Newest first. A search reads a long list in parts: a page may hold fewer items than `limit`, or none. Continue with `nextCursor`. */
  readonly listCardholders: (
    request?: ListCardholdersRequest,
    options?: CallOptions,
  ) => Promise<ListCardholdersAnswer>
  /** Read a cardholder with account and cards. The same person whichever interface registered them. */
  readonly showCardholder: (
    request: ShowCardholderRequest,
    options?: CallOptions,
  ) => Promise<ShowCardholderAnswer>
  /** List the cards. Newest first, without their numbers. */
  readonly listCards: (
    request?: ListCardsRequest,
    options?: CallOptions,
  ) => Promise<ListCardsAnswer>
  /** Read a card with its limits, numbers and bindings. Masked: `GET /v2/cards/{id}` is the answer that shows number and CVC. */
  readonly showCard: (request: ShowCardRequest, options?: CallOptions) => Promise<ShowCardAnswer>
  /** List what happened to a card, as an interface shows it. Newest first. The same history in the words of interface A (everything), B (top-ups and transfers) or C (orders that the card paid or tried to pay). For B and C an answer may hold fewer items than asked for, or none, and `nextCursor` goes on. */
  readonly listCardTransactions: (
    request: ListCardTransactionsRequest,
    options?: CallOptions,
  ) => Promise<ListCardTransactionsAnswer>
  /** Sum up the orders by currency. Sums of the newest 1000 orders; with `dueUntil`, of the next 1000 orders to change. */
  readonly getOrderTotals: (
    request?: GetOrderTotalsRequest,
    options?: CallOptions,
  ) => Promise<GetOrderTotalsAnswer>
  /** List the orders. Newest first. A search reads a long list in parts: a page may hold fewer items than `limit`, or none. Continue with `nextCursor`. */
  readonly listOrders: (
    request?: ListOrdersRequest,
    options?: CallOptions,
  ) => Promise<ListOrdersAnswer>
  /** Read an order with its entries and callbacks. What the merchant registered, the state of the payment, its entries in the journal and its callbacks. */
  readonly showOrder: (request: ShowOrderRequest, options?: CallOptions) => Promise<ShowOrderAnswer>
  /** List the stored cards. Newest first, those that are no longer active too. */
  readonly listBindings: (
    request?: ListBindingsRequest,
    options?: CallOptions,
  ) => Promise<ListBindingsAnswer>
  /** Read the ledger. Every account of the project, the sandbox's own included, with signed posted balance and holds. */
  readonly getLedger: (request?: undefined, options?: CallOptions) => Promise<GetLedgerAnswer>
  /** Read the trial balance. The sum of all posted balances, without the accounts. */
  readonly getTrialBalance: (
    request?: undefined,
    options?: CallOptions,
  ) => Promise<GetTrialBalanceAnswer>
  /** List the accounts. The sandbox's own first, then those of customers, oldest first. `GET /ledger` sums them up. */
  readonly listAccounts: (
    request?: ListAccountsRequest,
    options?: CallOptions,
  ) => Promise<ListAccountsAnswer>
  /** Read an account. Its posted, held and available balance. */
  readonly showAccount: (
    request: ShowAccountRequest,
    options?: CallOptions,
  ) => Promise<ShowAccountAnswer>
  /** Read the statement of an account. Its movements, newest first, each with the balance after it. A hold appears when it is posted. */
  readonly listAccountEntries: (
    request: ListAccountEntriesRequest,
    options?: CallOptions,
  ) => Promise<ListAccountEntriesAnswer>
  /** List the entries of the journal. Newest first: what moved money, what was declined, and what changed a card. Of an account only what moved money. With a filter by kind, an answer may hold fewer items than asked for, or none, and `nextCursor` goes on. */
  readonly listEntries: (
    request?: ListEntriesRequest,
    options?: CallOptions,
  ) => Promise<ListEntriesAnswer>
  /** Read an entry of the journal. One debit, one credit, one amount, and the card or order that caused it. */
  readonly showEntry: (request: ShowEntryRequest, options?: CallOptions) => Promise<ShowEntryAnswer>
  /** List the callbacks. Newest first, each with its attempts. Callbacks without a callbackUrl are captured here. */
  readonly listCallbacks: (
    request?: ListCallbacksRequest,
    options?: CallOptions,
  ) => Promise<ListCallbacksAnswer>
  /** Read a callback. Its parameters, how they are signed, and every attempt with request, response and duration. */
  readonly getCallback: (
    request: GetCallbackRequest,
    options?: CallOptions,
  ) => Promise<GetCallbackAnswer>
  /** Resend a callback. Sends it now, even if it was delivered, and restarts the retry schedule. A captured callback goes to the current callbackUrl. A callback that is being sent at this moment is not sent twice. */
  readonly resendCallback: (
    request: ResendCallbackRequest,
    options?: CallOptions,
  ) => Promise<ResendCallbackAnswer>
  /** Resend all failed callbacks. Sends every callback whose attempts are used up, up to 10000 per call. */
  readonly resendCallbacks: (
    request: ResendCallbacksRequest,
    options?: CallOptions,
  ) => Promise<ResendCallbacksAnswer>
  /** Send a test callback. A callback as any other, with its attempts in the inbox, that tells of something that did not happen: it carries `sandcardTest=true`, signed like the rest. It goes where the callbacks of the order go. */
  readonly sendTestCallback: (
    request: SendTestCallbackRequest,
    options?: CallOptions,
  ) => Promise<SendTestCallbackAnswer>
  /** Verify what your server received. Sorts, joins and signs the parameters as the gateway does, compares the checksum, and names the probable cause where it differs: another key, another order, lower case, a parameter too many or too few. Nothing is changed or kept. */
  readonly verifyCallback: (
    request: VerifyCallbackRequest,
    options?: CallOptions,
  ) => Promise<VerifyCallbackAnswer>
  /** List the keys of the callbacks. Those of the HMAC, and the public half of the RSA key. */
  readonly listCallbackKeys: (
    request?: undefined,
    options?: CallOptions,
  ) => Promise<ListCallbackKeysAnswer>
  /** Rotate the key of the callbacks. The new key signs from now on, and callbacks tell which one signed (`sign_alias`). The keys before stay listed until they are ended, so that a receiver can be taught the new one in time; callbacks that were queued before keep theirs. */
  readonly rotateCallbackKey: (
    request: RotateCallbackKeyRequest,
    options?: CallOptions,
  ) => Promise<RotateCallbackKeyAnswer>
  /** End a key of the callbacks. Not the one that signs. Callbacks that still wait and were to be signed with it are signed with the current one. */
  readonly endCallbackKey: (
    request: EndCallbackKeyRequest,
    options?: CallOptions,
  ) => Promise<EndCallbackKeyAnswer>
  /** List the RSA keys. The public halves, by what they are for. */
  readonly listRsaKeys: (request?: undefined, options?: CallOptions) => Promise<ListRsaKeysAnswer>
  /** Rotate an RSA key. Makes another pair. Until the overlap ends, PINs that are encrypted for the one before are still taken, and callbacks are still signed with it: who checks them is taught the new public key before it signs. One that was made before and never signed is dropped. */
  readonly rotateRsaKey: (
    request: RotateRsaKeyRequest,
    options?: CallOptions,
  ) => Promise<RotateRsaKeyAnswer>
  /** Make a test token of a wallet. A token that `applepay/payment.do` and the like take as one of a real wallet. It names the merchant, so that the payment needs no credentials. Nothing is stored. */
  readonly createWalletToken: (
    request: CreateWalletTokenRequest,
    options?: CallOptions,
  ) => Promise<CreateWalletTokenAnswer>
  /** Export all data of the project. One JSON document, written as it is read: settings, cardholders, accounts, cards, entries, orders, bindings and callbacks, as the service keeps them; times are epoch milliseconds, amounts minor units. Numbers of cards are masked, and no credential, key or hash is in it. */
  readonly exportProject: (
    request?: undefined,
    options?: CallOptions,
  ) => Promise<ExportProjectAnswer>
}

export type InterfaceCDetails = {
  readonly userName: string
  readonly password: string
  readonly token: string
  readonly callbackKey: string
}

export type Product = {
  readonly institutionId: string
  readonly agentNumber: string
  readonly productId: string
  readonly serviceIdAcc: string
  /** Interface A's product */
  readonly productName: string
  /** Interface B's card product */
  readonly cardProductName: string
  /** First six digits of every card number */
  readonly bin: string
}

export type CallbackOperation =
  | 'approved'
  | 'deposited'
  | 'reversed'
  | 'refunded'
  | 'declinedByTimeout'
  | 'declinedCardPresent'
  | 'bindingCreated'
  | 'bindingActivityChanged'

export type CallbackParameter =
  | 'amount'
  | 'amountFormatted'
  | 'paymentAmount'
  | 'approvedAmount'
  | 'approvedAmountFormatted'
  | 'depositedAmount'
  | 'depositedAmountFormatted'
  | 'refundedAmount'
  | 'refundedAmountFormatted'
  | 'operationRefundedAmount'
  | 'operationRefundedAmountFormatted'
  | 'currentRefundAmountFormatted'
  | 'externalRefundId'
  | 'feeAmount'
  | 'currency'
  | 'currencyName'
  | 'depositFlag'
  | 'clientId'
  | 'bindingId'
  | 'enabled'
  | 'maskedPan'
  | 'panMasked'
  | 'panCountryCode'
  | 'bankName'
  | 'cardholderName'
  | 'paymentSystem'
  | 'paymentWay'
  | 'paymentState'
  | 'approvalCode'
  | 'authCode'
  | 'refNum'
  | 'paymentRefNum'
  | 'actionCode'
  | 'actionCodeDescription'
  | 'ip'
  | 'ipCountryCode'
  | 'avsCode'
  | 'eci'
  | 'xid'
  | 'cavv'
  | 'threeDSType'
  | 'orderDescription'
  | 'email'
  | 'phone'
  | 'merchantLogin'
  | 'processingId'
  | 'transactionAttributes'
  | 'terminalId'
  | 'merchantFullName'
  | 'callbackCreationDate'
  | 'date'
  | 'paymentDate'
  | 'depositedDate'
  | 'refundedDate'
  | 'reversedDate'
  | 'sessionExpiredDate'
  | 'declineDate'

export type Match = {
  /** Leading digits of the card number */
  readonly panPrefix?: string
  /** Last digits of the card number */
  readonly panSuffix?: string
  readonly amountFrom?: number
  readonly amountTo?: number
  /** ISO 4217 numeric code */
  readonly currency?: string
  readonly orderNumber?: string
  readonly clientId?: string
  /** A card of the project; rules without one mean other cards */
  readonly cardId?: string
}

export type Flow =
  | 'ssl'
  | 'frictionless'
  | 'challenge'
  | 'attempt'
  | 'rejected'
  | 'unavailable'
  | 'enrolment-unknown'
  | 'communication-error'

export type Outcome = {
  /** Way through 3-D Secure */
  readonly flow?: Flow
  /** Of 3-D Secure */
  readonly version?: 1 | 2
  /** What the issuer's page accepts */
  readonly code?: string
  /** How the payment ends; 0 approves */
  readonly actionCode?: number
  /** More than this declines with 116 */
  readonly funds?: number
}

export type OutcomeRule = {
  /** Made where none is given */
  readonly id?: string
  /** Every condition given must hold; none at all means every payment */
  readonly match: Match
  readonly outcome: Outcome
  /** How many payments it decides before it is gone: 1 for the next one only; every one where it does not say */
  readonly times?: number
}

export type Settings = {
  /** Cards that interface B may issue in all */
  readonly cardPool: number
  /** 3-D Secure for the cards that the project issued */
  readonly issuedCardChallenge: 'off' | 'challenge' | 'frictionless'
  /** Absolute http(s) URL; null keeps callbacks in the inbox only */
  readonly callbackUrl: string | null
  readonly callbackMethod: 'GET' | 'POST'
  /** Operations that are called back */
  readonly callbackOperations: readonly CallbackOperation[]
  /** hmac: HMAC-SHA256 with the callback key; rsa: SHA512withRSA */
  readonly callbackSignature: 'none' | 'hmac' | 'rsa'
  /** Parameters that callbacks carry beside the four that they always have */
  readonly callbackParameters: readonly CallbackParameter[]
  /** ISO 4217 numeric codes that orders may have; null takes every one */
  readonly gatewayCurrencies: readonly string[] | null
  /** Speaks 3-D Secure 2 also to a merchant that does not show that it does */
  readonly gatewayPrefersVersion2: boolean
  /** How the merchant is named to payers and in the ledger */
  readonly merchantName: string
  /** Merchant category code (ISO 18245) */
  readonly mcc: number
  readonly terminalId: string
  /** What happens to payments by cards that the project did not issue, and by those of its own that a rule names: the first rule that matches decides. The list replaces the one before. */
  readonly outcomeRules: readonly OutcomeRule[]
  /** Masks (`411111**1111`) of cards that pay without 3-D Secure */
  readonly sslCards: readonly string[]
  /** `errorCode` of a registration that succeeded */
  readonly registerErrorCode: 'absent' | '0'
  /** `reverse.do` of a captured payment: errorCode 7, or possible on its UTC day */
  readonly reverseCaptured: 'refused' | 'same-day'
  /** Login and password of interface C also in the header Authorization */
  readonly basicAuthentication: 'off' | 'on'
  /** `recurringFrequency` and `recurringExpiry`: only kept and given back, or charges are declined by them and half of one is refused */
  readonly recurrence: 'keep' | 'enforce'
}

export type ProjectDescription = {
  readonly id: string
  readonly name: string
  readonly mode: 'local' | 'hosted'
  readonly interfaceA: {
    readonly login: string
    readonly password: string
  }
  readonly interfaceB: {
    readonly apiKey: string
  }
  readonly interfaceC: InterfaceCDetails
  readonly product: Product
  readonly settings: Settings
}

export type CardIdentification = {
  /** The cardId from the answer to createVirtualCard. */
  readonly cardId: number | string
}

export type CardLimits = {
  readonly cardIdentification: CardIdentification
}

export type CardLimit = {
  /** 00 on success. */
  readonly responseCode: string
  readonly processingCode: string
  readonly systemTraceAuditNumber: number
  /** YYYY-MM-DDThh:mm:ss, UTC. */
  readonly localTransactionDate: string
  /** Only on a refusal: why. */
  readonly message?: string
}

export type Card = {
  /** 00 on success. */
  readonly responseCode: string
  readonly processingCode: string
  readonly systemTraceAuditNumber: number
  /** YYYY-MM-DDThh:mm:ss, UTC. */
  readonly localTransactionDate: string
  /** Only on a refusal: why. */
  readonly message?: string
  readonly rrn?: string
  readonly authorizationIdResponse?: string
  readonly paymentSpecificData?: Readonly<Record<string, unknown>>
}

export type Verification = {
  readonly idType?: 'passport' | 'national_id' | 'driving_licence' | 'residence_permit'
  readonly documentId?: string
}

export type BillingAddress = {
  readonly country: string
  readonly postalCode: string
  readonly city?: string
  readonly line1?: string
  readonly line2?: string
  readonly state?: string
}

export type Cardholder = {
  readonly id: string
  readonly billingAddress: BillingAddress
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly email?: string
  readonly dateOfBirth?: string
  readonly verification?: {
    readonly idType?: string
    readonly documentId?: string
  }
  readonly status: 'active'
}

export type Account = {
  readonly accountNumber: string
  /** Available amount, cents */
  readonly balance: number
  readonly currency: 'EUR'
}

export type CardDetails = {
  readonly id: string
  readonly status: 'active' | 'blocked' | 'lost' | 'stolen'
  readonly productName: string
  readonly cardholder: string
  readonly account: Account
  readonly embossedName: string
  /** YYYYMM */
  readonly expiryDate: string
  readonly numberMask: string
  /** YYYY-MM-DDThh:mm:ss, UTC */
  readonly creationDate: string
  /** Date-time, or empty on a card never blocked */
  readonly blockingDate: string
  readonly pinDenialCounter: string
  readonly spendingLimits: readonly {
    readonly amount: number
    readonly interval: 'daily' | 'monthly'
  }[]
}

export type Transfer = {
  readonly id: string
  /** Cents */
  readonly amount: number
  readonly currency: 'EUR'
  readonly sourceCard: {
    readonly cardNumber: string
    readonly expiryDate: string
  }
  readonly destinationCard: {
    readonly cardNumber: string
  }
  /** YYYY-MM-DDThh:mm:ss, UTC */
  readonly creationDate: string
  readonly status: 'approved' | 'declined'
  /** Why it was declined; empty when approved */
  readonly statusMessage: string
  /** Retrieval reference number, 12 digits */
  readonly rrn: string
}

export type OrderStatusExtended = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId?: string | number | boolean
  /** The merchant's number, instead of the id */
  readonly orderNumber?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
}

export type CardAuthInfo = {
  readonly maskedPan?: string
  readonly expiration?: string
  readonly cardholderName?: string
  readonly approvalCode?: string
  readonly pan?: string
  readonly paymentSystem?: string
  readonly secureAuthInfo?: {
    readonly eci?: number
    readonly threeDsType?: string
  }
}

export type PaymentAmountInfo = {
  readonly paymentState?: string
  readonly approvedAmount?: number
  readonly depositedAmount?: number
  readonly refundedAmount?: number
  readonly feeAmount?: number
  readonly totalAmount?: number
}

export type OrderStatusExtendedDetails = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly orderNumber?: string
  readonly orderStatus?: number
  readonly actionCode?: number
  readonly actionCodeDescription?: string
  readonly displayErrorMessage?: string
  readonly amount?: number
  readonly currency?: string
  readonly date?: number
  readonly depositedDate?: number
  readonly orderDescription?: string
  readonly ip?: string
  readonly merchantOrderParams?: readonly unknown[]
  readonly transactionAttributes?: readonly unknown[]
  readonly attributes?: readonly {
    readonly name?: string
    readonly value?: string
  }[]
  readonly cardAuthInfo?: CardAuthInfo
  readonly bindingInfo?: {
    readonly clientId?: string
    readonly bindingId?: string
  }
  readonly authDateTime?: number
  readonly terminalId?: string
  readonly authRefNum?: string
  readonly paymentAmountInfo?: PaymentAmountInfo
  readonly bankInfo?: {
    readonly bankCountryCode?: string
    readonly bankCountryName?: string
  }
  readonly chargeback?: boolean
  readonly paymentWay?: string
}

export type Paymentorder = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly MDORDER: string | number | boolean
  /** Card number; or send bindingId */
  readonly $PAN?: string | number | boolean
  /** Encrypted card data; not read here */
  readonly seToken?: string | number | boolean
  /** A stored card instead of number and expiry date */
  readonly bindingId?: string | number | boolean
  /** CVC */
  readonly $CVC?: string | number | boolean
  /** Expiry year */
  readonly YYYY?: string | number | boolean
  /** Expiry month */
  readonly MM?: string | number | boolean
  /** YYYYMM, instead of YYYY and MM */
  readonly $EXPIRY?: string | number | boolean
  /** Name on the card */
  readonly TEXT?: string | number | boolean
  /** true keeps no binding */
  readonly bindingNotNeeded?: string | number | boolean
  /** Address of the payer */
  readonly ip?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** JSON object, added to the order’s own */
  readonly jsonParams?: string | number | boolean
  /** 3-D Secure 2: from the first call, sent with the second */
  readonly threeDSServerTransId?: string | number | boolean
  /** 3-D Secure 2: where the payer returns to from the issuer's page */
  readonly threeDSVer2FinishUrl?: string | number | boolean
  /** 3-D Secure 2: where the method page reports */
  readonly threeDSMethodNotificationUrl?: string | number | boolean
  /** 3-D Secure 2: the order of the first call */
  readonly threeDSVer2MdOrder?: string | number | boolean
}

export type Continue3ds = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly mdOrder: string | number | boolean
}

export type Continue3dsDetails = {
  readonly redirect?: string
  readonly info?: string
  readonly errorCode?: number
  readonly is3DSVer2?: boolean
}

export type Completion = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly operations?: readonly unknown[]
}

export type Bindings = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The merchant's name of its client */
  readonly clientId: string | number | boolean
  /** Only this one */
  readonly bindingId?: string | number | boolean
  /** C common, R recurrent, I instalments, or several letters */
  readonly bindingType?: string | number | boolean
  /** true lists cards whose expiry date has passed, too */
  readonly showExpired?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
}

export type Binding = {
  readonly bindingId?: string
  readonly maskedPan?: string
  readonly expiryDate?: string
  readonly clientId?: string
  readonly paymentWay?: string
  readonly paymentSystem?: string
  readonly displayLabel?: string
  readonly bindingCategory?: string
}

export type BindingsDetails = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly bindings?: readonly Binding[]
}

export type BindCard = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The binding */
  readonly bindingId: string | number | boolean
}

export type OrderStatus = {
  readonly expiration?: string
  readonly cardholderName?: string
  readonly depositAmount?: number
  readonly currency?: string
  readonly approvalCode?: string
  readonly authCode?: number
  readonly ErrorCode?: string
  readonly ErrorMessage?: string
  readonly OrderStatus?: number
  readonly OrderNumber?: string
  readonly Pan?: string
  readonly Amount?: number
  readonly Ip?: string
  readonly originalActionCode?: string
  readonly rrn?: string
}

export type Payment = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string
  /** Amount of the order; 0 with the feature VERIFY. Minor units, at most 999999999999 */
  readonly amount: string
  /** The binding that pays */
  readonly bindingId: string
  /** The merchant's number; made from the orderId where none is given */
  readonly orderNumber?: string
  /** ISO 4217 numeric code; 978 where none is given */
  readonly currency?: string
  /** Shown to the payer */
  readonly description?: string
  /** AUTO_PAYMENT, VERIFY, FORCE_TDS, FORCE_SSL, FORCE_FULL_TDS, FORCE_CREATE_BINDING; one per occurrence */
  readonly features?: readonly string[]
  /** Where this order's callbacks go */
  readonly dynamicCallbackUrl?: string
  /** Where a payer would return to */
  readonly returnUrl?: string
  /** true holds the amount instead of charging it */
  readonly preAuth?: string
  /** Object of further parameters */
  readonly additionalParameters?: string
}

export type PaymentDetails = {
  readonly success?: boolean
  readonly data?: {
    readonly orderId?: string
  }
  readonly orderStatus?: OrderStatusExtendedDetails
}

export type PaymentPart = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string
  /** The wallet's token: here a test token, in base64 */
  readonly paymentToken: string
  /** The merchant's own login */
  readonly merchant?: string
  /** Minor units, where the token names no amount. Minor units, at most 999999999999 */
  readonly amount?: string
  /** ISO 4217 numeric code, where the token names none */
  readonly currencyCode?: string
  /** The merchant's number; made from the orderId where none is given */
  readonly orderNumber?: string
  /** ISO 4217 numeric code; 978 where none is given */
  readonly currency?: string
  /** Where the payer goes after a failed payment */
  readonly failUrl?: string
  /** Shown to the payer */
  readonly description?: string
  /** The merchant's name of its client; needed for bindings */
  readonly clientId?: string
  /** JSON object of further parameters */
  readonly jsonParams?: string
  /** Older name of jsonParams, which wins */
  readonly params?: string
  /** Life of the order, seconds; 1200 where none or 0 is given */
  readonly sessionTimeoutSecs?: string
  /** End of the order, UTC; wins over sessionTimeoutSecs */
  readonly expirationDate?: string
  /** Where this order's callbacks go */
  readonly dynamicCallbackUrl?: string
  /** AUTO_PAYMENT, VERIFY, FORCE_TDS, FORCE_SSL, FORCE_FULL_TDS, FORCE_CREATE_BINDING; one per occurrence */
  readonly features?: readonly string[]
  /** Address of the payer */
  readonly ip?: string
  /** E-mail address of the payer */
  readonly email?: string
  /** Phone number of the payer */
  readonly phone?: string
  /** Postal address of the payer */
  readonly postAddress?: string
  /** Basket as a JSON object, kept with the order */
  readonly orderBundle?: string
  /** Billing address as a JSON object, kept with the order */
  readonly billingPayerData?: string
  /** Shipping address as a JSON object, kept with the order */
  readonly shippingPayerData?: string
  /** Pre-order data as a JSON object, kept with the order */
  readonly preOrderPayerData?: string
  /** Payer data as a JSON object, kept with the order */
  readonly orderPayerData?: string
  /** The merchant's own login */
  readonly merchantLogin?: string
  /** The hold is captured then, UTC */
  readonly autocompletionDate?: string
  /** The hold is given back then, UTC */
  readonly autoReverseDate?: string
  /** Object of further parameters */
  readonly additionalParameters?: string
  /** Name on the card */
  readonly cardholderName?: string
  /** Where a payer would return to */
  readonly returnUrl?: string
  /** true holds the amount instead of charging it */
  readonly preAuth?: string
}

export type Item = {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  /** Mail addresses; none where nobody owns it, as in local mode */
  readonly owners: readonly string[]
}

export type Clock = {
  /** The project's time, UTC */
  readonly now: string
  readonly frozen: boolean
  /** Distance from real time, milliseconds */
  readonly offsetMs: number
  /** Due items that ran in between */
  readonly ran: number
}

export type Status =
  'registered' | 'held' | 'deposited' | 'reversed' | 'refunded' | 'authenticating' | 'declined'

export type EndingHold = {
  /** `orderId`, also called `mdOrder` */
  readonly id: string
  /** The merchant's own number */
  readonly number: string
  /** Names of 0 to 6 of interface C; refunded: at least a part was refunded */
  readonly status: Status
  /** Two stages: a hold that is captured later */
  readonly twoStage: boolean
  /** As registered, minor units */
  readonly amount: number
  /** ISO 4217 numeric code */
  readonly currency: string
  /** Authorised, minor units */
  readonly approvedAmount: number
  /** Captured, less what was refunded, minor units */
  readonly depositedAmount: number
  /** Refunded, minor units */
  readonly refundedAmount: number
  /** Result of the last attempt; -100 before the first */
  readonly actionCode: number
  /** As registered */
  readonly description: string | null
  /** The client's id at the merchant */
  readonly clientId: string | null
  /** Of the card of the last attempt; null before the first */
  readonly numberMask: string | null
  /** Retrieval reference number of the last attempt */
  readonly rrn: string | null
  readonly createdAt: string
  /** Only verifies the card; no money moves */
  readonly verification: boolean
  /** When it changes automatically */
  readonly dueAt: string | null
  /** The automatic change: it expires, or its hold is captured or released */
  readonly due: ('expire' | 'capture' | 'release') | null
}

export type CardPart = {
  readonly id: string
  readonly status: 'active' | 'blocked' | 'lost' | 'stolen'
  /** First six and last four digits */
  readonly numberMask: string
  /** YYYYMM */
  readonly expiry: string
  readonly embossedName: string
  readonly cardholderId: string
  /** Account number */
  readonly account: string
  /** ISO 4217 numeric code */
  readonly currency: string
  /** Signed balance in minor units, credit positive */
  readonly posted: number
  /** Sum of the holds, minor units */
  readonly held: number
  /** What can be spent: posted less held */
  readonly available: number
  /** Interface A's product type, as given */
  readonly productType: string
  /** 1 on issue, one more with every reissue */
  readonly plasticNumber: number
  readonly createdAt: string
  /** When it was last blocked */
  readonly blockedAt: string | null
}

export type CardholderDetails = {
  readonly id: string
  /** Interface A's name of the person */
  readonly customerNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  /** What else was told of the person, as it was told */
  readonly profile: Readonly<Record<string, string>>
  readonly createdAt: string
}

export type AccountDetails = {
  /** A card's account number, or the kind and currency of one of the sandbox's own */
  readonly account: string
  /** customer, funding, merchant, suspense or network */
  readonly kind: string
  /** ISO 4217 numeric code */
  readonly currency: string
  /** Signed balance in minor units, credit positive */
  readonly posted: number
  /** Sum of the holds, minor units */
  readonly held: number
  /** What can be spent: posted less held */
  readonly available: number
  /** The customer; null for the sandbox's own accounts */
  readonly cardholderId: string | null
}

export type BindingDetails = {
  /** `bindingId` */
  readonly id: string
  /** The client's id at the merchant */
  readonly clientId: string
  readonly active: boolean
  /** First six and last four digits */
  readonly numberMask: string
  /** YYYYMM */
  readonly expiry: string
  /** A card of the project; null for any other */
  readonly cardId: string | null
  /** The order that made it */
  readonly orderId: string
  readonly createdAt: string
  /** When it was last charged without its holder */
  readonly lastChargeAt: string | null
}

export type Kind =
  | 'topup'
  | 'transfer'
  | 'limit-change'
  | 'block'
  | 'status-change'
  | 'purchase'
  | 'completion'
  | 'reversal'
  | 'refund'

export type SourceDetails = {
  readonly cardId: string
  /** Its number at that time */
  readonly numberMask: string
}

export type Source = SourceDetails | null

export type DeclineReasonDetails = {
  /** A sentence with the amounts */
  readonly reason: string
  /** What to do; null for a card that was not issued here */
  readonly remedy: string | null
  /** Interface C's code */
  readonly actionCode: number
}

export type DeclineReason = DeclineReasonDetails | null

export type Entrie = {
  readonly id: string
  readonly kind: Kind
  readonly at: string
  readonly approved: boolean
  /** As requested, minor units; 0 for an entry without money */
  readonly amount: number
  /** Null for an entry without money */
  readonly currency: string | null
  /** The debited account; null if no money moved */
  readonly debit: string | null
  /** The credited account */
  readonly credit: string | null
  /** The card that paid */
  readonly source: Source
  /** The card that received */
  readonly destination: Source
  /** The order at interface C */
  readonly orderId: string | null
  /** Code of the reason of a card that this project issued */
  readonly decline: string | null
  /** Why it was declined; null if it was approved */
  readonly declineReason: DeclineReason
  /** True while the amount is held and not posted */
  readonly isHold: boolean
  /** The first of interface A's record numbers */
  readonly utrnno: number
  /** Retrieval reference number */
  readonly rrn: string
  /** System trace audit number */
  readonly stan: number
}

export type Request = {
  readonly method: 'GET' | 'POST'
  /** URL with its query, as sent */
  readonly url: string
  /** Form of a POST, as sent */
  readonly body: string
}

export type Attempt = {
  readonly at: string
  /** Null if no response arrived */
  readonly httpStatus: number | null
  readonly durationMs: number
  /** Why there is no complete response; null if there is one */
  readonly error: string | null
  readonly request: Request
  /** Headers and the start of the body of the response */
  readonly answer: string
}

export type Callback = {
  readonly id: string
  /** `mdOrder` */
  readonly orderId: string | null
  /** The merchant's own number */
  readonly orderNumber: string | null
  /** The binding it reports */
  readonly bindingId: string | null
  readonly operation: CallbackOperation
  /** 1: the operation succeeded; 0: it failed */
  readonly status: number
  /** captured: no callback URL was set, it is sent by resending only; waiting: will be sent or retried; delivered; failed: all attempts are used up */
  readonly state: 'captured' | 'waiting' | 'delivered' | 'failed'
  /** True for a test callback */
  readonly test: boolean
  /** Null if no callback URL was set when the event happened */
  readonly url: string | null
  readonly method: 'GET' | 'POST'
  /** Sent parameters without the signature */
  readonly parameters: Readonly<Record<string, string>>
  readonly createdAt: string
  /** Null if nothing is scheduled */
  readonly nextAttemptAt: string | null
  /** The latest attempts, oldest first */
  readonly attempts: readonly Attempt[]
}

export type ItemDetails = {
  /** `sign_alias` of the callbacks that it signs */
  readonly alias: string
  /** The key of the HMAC */
  readonly key: string
  /** True for the one that signs */
  readonly current: boolean
  /** Null for the one that the project was made with */
  readonly createdAt: string | null
}

export type Rsa = {
  /** PEM; checks the checksums where callbackSignature is rsa (SHA512withRSA). GET /control/v1/rsa-keys lists the next one, too */
  readonly publicKey: string
}

export type CallbackKeys = {
  /** Oldest first */
  readonly items: readonly ItemDetails[]
  readonly rsa: Rsa
}

export type Key = {
  /** PEM */
  readonly publicKey: string
  /** UTC, in real time; null for the newest */
  readonly endsAt: string | null
}

export type ItemPart = {
  /** pin: what PINs of interface B are encrypted for (GET /v2/keys/pin). callbacks: what signs them where callbackSignature is rsa */
  readonly use: 'pin' | 'callbacks'
  /** Those in use, oldest first: one, or two while a rotation overlaps. PINs are encrypted for the last and opened with each; callbacks are signed with the first */
  readonly keys: readonly Key[]
}

/** What `registerCustomer` takes. */
export type RegisterCustomerRequest = {
  /** Product code of the registration. */
  readonly productName: string
  /** Each name at most once; names that are not known are ignored. */
  readonly parameters: readonly {
    readonly name: string
    readonly value: string
  }[]
}

/** What `registerCustomer` answers. */
export type RegisterCustomerAnswer = {
  readonly customerNumber: string
  readonly accountNumber: string
}

/** What `createVirtualCard` takes. */
export type CreateVirtualCardRequest = {
  readonly cardIdentification: {
    /** 16 digits; the first six give way to the BIN, the last to a check digit. */
    readonly cardNumber: number | string
    readonly phoneNumber?: string
    /** The customer_number of the registration. */
    readonly customerId: string
  }
  readonly virtualCardIdentification: {
    /** Expiry as YYYYMM. */
    readonly expDate: number | string
    /** Card product type, echoed. */
    readonly productType: number | string
  }
  /** Amount in minor units (cents). */
  readonly amount: number | string
  /** ISO 4217 numeric code; the sandbox supports 978 (EUR). */
  readonly currency: number | string
  /** From the answer to registerCustomer. */
  readonly accountNumber: string
  readonly deliveryMethod?: 'WS' | 'HALF_AND_HALF'
}

/** What `createVirtualCard` answers. */
export type CreateVirtualCardAnswer = {
  readonly virtualCardIdentification: {
    readonly cardNumber: string
    readonly cardId: string
    /** YYYYMM */
    readonly expDate: string
    readonly productType: string
  }
}

/** What `getCardLimits` takes. */
export type GetCardLimitsRequest = CardLimits

/** What `getCardLimits` answers. */
export type GetCardLimitsAnswer = {
  readonly limits: readonly {
    readonly name: string
    readonly value: number
    readonly cycleType: number
    readonly cycleLength: number
    readonly currency: number
    readonly currentValue: number
    readonly limitExceptions: readonly unknown[]
  }[]
}

/** What `changeCardLimit` takes. */
export type ChangeCardLimitRequest = {
  readonly cardIdentification: CardIdentification
  readonly limit: {
    /** A name from getCardLimits. */
    readonly name: string
    /** Amount in minor units (cents). */
    readonly value: number | string
    /** 0 day, 3 month, 4 year. */
    readonly cycleType: number | string
    /** 1. */
    readonly cycleLength: number | string
  }
}

/** What `changeCardLimit` answers. */
export type ChangeCardLimitAnswer = CardLimit

/** What `getCardData` takes. */
export type GetCardDataRequest = CardLimits

/** What `getCardData` answers. */
export type GetCardDataAnswer = {
  readonly cardData: {
    readonly cardNumber: string
    /** YYYYMM */
    readonly expiryDate: string
    readonly cardId: string
    readonly hotCardStatus: number
    readonly hotCardStatusDescription: string
    readonly cardTypeName: string
    readonly embossedName: string
    readonly customerId: string
    readonly personId: string
    readonly pinDenialCounter: number
    readonly plasticNumber: number
    readonly cardIsPrimary: boolean
    readonly cardBindToCustomer: boolean
    readonly customerIsCardholder: boolean
    readonly accounts: readonly {
      readonly number: string
      readonly accountType: number
      readonly currency: number
      readonly currencyAlphaCode: string
      /** What is available, minor units. */
      readonly balance: number
      readonly creditLimit: number
      readonly customerId: string
      readonly defaultAccount: boolean
    }[]
    readonly customParameters: readonly unknown[]
  }
}

/** What `blockCard` takes. */
export type BlockCardRequest = {
  readonly cardIdentification: CardIdentification
  /** 6: blocked. */
  readonly hotCardStatus: number | string
}

/** What `blockCard` answers. */
export type BlockCardAnswer = CardLimit

/** What `changeCardStatus` takes. */
export type ChangeCardStatusRequest = {
  readonly cardIdentification: CardIdentification
  /** 0: active. */
  readonly hotCardStatus: number | string
}

/** What `changeCardStatus` answers. */
export type ChangeCardStatusAnswer = CardLimit

/** What `creditCard` takes. */
export type CreditCardRequest = {
  readonly cardIdentification: {
    /** The full card number. */
    readonly cardNumber: number | string
    /** Expiry as YYYYMM. */
    readonly expDate?: number | string
  }
  /** Amount in minor units (cents). */
  readonly amount: number | string
  /** ISO 4217 numeric code; the sandbox supports 978 (EUR). */
  readonly currency: number | string
  /** An id of your own. One that stood in a transaction before, approved or declined, is refused with 409 and errorCode 1008. */
  readonly extId?: string | number
}

/** What `creditCard` answers. */
export type CreditCardAnswer = Card

/** What `p2pTransfer` takes. */
export type P2pTransferRequest = {
  readonly sourceCardIdentification: {
    /** The full card number. */
    readonly cardNumber: number | string
    /** Expiry as YYYYMM. */
    readonly expDate: number | string
  }
  readonly destinationCardIdentification: {
    /** The full card number. */
    readonly cardNumber: number | string
  }
  /** Amount in minor units (cents). */
  readonly amount: number | string
  /** ISO 4217 numeric code; the sandbox supports 978 (EUR). */
  readonly currency: number | string
  readonly senderReceiverInfo?: {
    readonly senderName?: string
    readonly senderAddress?: string
  }
  readonly pointOfServiceDataCode?: number | string
  /** An id of your own. One that stood in a transaction before, approved or declined, is refused with 409 and errorCode 1008. */
  readonly extId?: string | number
}

/** What `p2pTransfer` answers. */
export type P2pTransferAnswer = Card

/** What `getTransactions` takes. */
export type GetTransactionsRequest = {
  readonly cardIdentification: CardIdentification
  /** UTC days, YYYY-MM-DD, both included; at most 366 of them. */
  readonly period: {
    readonly start: string
    readonly end: string
  }
}

/** What `getTransactions` answers. */
export type GetTransactionsAnswer = {
  readonly transactions: readonly {
    /** YYYY-MM-DDThh:mm:ss, UTC. */
    readonly authorizationDate: string
    readonly transactionType: string
    readonly operationDirection: 'NOOP' | 'CREDIT' | 'DEBIT'
    readonly amount: number
    readonly amountInAccountCurrency: number
    readonly requestAmount: number
    readonly currency: number
    readonly utrnno: number
    readonly transactionDescription: string
    readonly feeDirection: string
    readonly acquireFeeAmount: number
    readonly feIssuerFeeAmount: number
    readonly mcc: number
    readonly merchantCountry: string
    readonly merchantCity: string
    readonly merchantName: string
    readonly merchantId: string
    readonly terminalAddress: string
    readonly terminalId: string
    readonly posDataCode: string
    readonly authorizationIdResponse?: string
    readonly reversal: boolean
    readonly internalResponseCode: number
  }[]
}

/** What `createCardholder` takes. */
export type CreateCardholderRequest = {
  readonly billingAddress: {
    /** ISO 3166-1 alpha-2 */
    readonly country: string
    readonly postalCode: string
    readonly city?: string
    readonly line1?: string
    readonly line2?: string
    readonly state?: string
  }
  readonly firstName: string
  readonly lastName: string
  /** International format: + and 7 to 15 digits */
  readonly phoneNumber: string
  readonly email?: string
  /** YYYY-MM-DD */
  readonly dateOfBirth?: string
  readonly verification?: Verification
  readonly status?: 'active'
}

/** What `createCardholder` answers. */
export type CreateCardholderAnswer = Cardholder

/** What `getCardholder` takes. */
export type GetCardholderRequest = {
  readonly id: string
}

/** What `getCardholder` answers. */
export type GetCardholderAnswer = Cardholder

/** What `updateCardholder` takes. */
export type UpdateCardholderRequest = {
  readonly id: string
  readonly billingAddress?: {
    /** ISO 3166-1 alpha-2 */
    readonly country?: string
    readonly postalCode?: string
    readonly city?: string
    readonly line1?: string
    readonly line2?: string
    readonly state?: string
  }
  readonly firstName?: string
  readonly lastName?: string
  /** International format: + and 7 to 15 digits */
  readonly phoneNumber?: string
  readonly email?: string
  /** YYYY-MM-DD */
  readonly dateOfBirth?: string
  readonly verification?: Verification
}

/** What `updateCardholder` answers. */
export type UpdateCardholderAnswer = Cardholder

/** What `createCard` takes. */
export type CreateCardRequest = {
  /** The project's card product */
  readonly productName: string
  /** Id of the cardholder */
  readonly cardholder: string
}

/** What `createCard` answers. */
export type CreateCardAnswer = CardDetails

/** What `getCard` takes. */
export type GetCardRequest = {
  readonly id: string
}

/** What `getCard` answers. */
export type GetCardAnswer = {
  readonly id: string
  readonly status: 'active' | 'blocked' | 'lost' | 'stolen'
  readonly productName: string
  readonly cardholder: string
  readonly account: Account
  readonly embossedName: string
  /** YYYYMM */
  readonly expiryDate: string
  readonly numberMask: string
  readonly number: string
  readonly cvc: string
  /** YYYY-MM-DDThh:mm:ss, UTC */
  readonly creationDate: string
  /** Date-time, or empty on a card never blocked */
  readonly blockingDate: string
  readonly pinDenialCounter: string
  readonly spendingLimits: readonly {
    readonly amount: number
    readonly interval: 'daily' | 'monthly'
  }[]
}

/** What `updateCard` takes. */
export type UpdateCardRequest = {
  readonly id: string
  readonly status?: 'active' | 'blocked' | 'lost' | 'stolen'
  readonly spendingLimits?: readonly {
    /** Cents; 0 spends nothing */
    readonly amount: number
    readonly interval: 'daily' | 'monthly'
  }[]
  /** Base64 of RSA-OAEP (SHA-256) under the key of GET /v2/keys/pin: {"nonce": integer of at least 8 digits, "pin": "4 to 12 digits"} */
  readonly pin?: string
  readonly resetPinCounter?: true
  readonly reissueCard?: 'lost' | 'stolen' | 'damaged' | 'expired'
}

/** What `updateCard` answers. */
export type UpdateCardAnswer = CardDetails

/** What `getPinKey` answers. */
export type GetPinKeyAnswer = {
  /** JWK thumbprint (RFC 7638) */
  readonly kid: string
  readonly alg: 'RSA-OAEP-256'
  readonly jwk: {
    readonly kty: 'RSA'
    readonly kid: string
    readonly use: 'enc'
    readonly alg: 'RSA-OAEP-256'
    readonly n: string
    readonly e: string
  }
  readonly pem: string
}

/** What `createTopup` takes. */
export type CreateTopupRequest = {
  /** Cents, 1 to 999999999999 */
  readonly amount: number
  /** EUR */
  readonly currency: string
  readonly destinationCard: {
    readonly cardNumber: string
  }
}

/** What `createTopup` answers. */
export type CreateTopupAnswer = {
  readonly id: string
  /** Cents */
  readonly amount: number
  readonly currency: 'EUR'
  readonly destinationCard: {
    readonly cardNumber: string
  }
  /** YYYY-MM-DDThh:mm:ss, UTC */
  readonly creationDate: string
  readonly status: 'approved' | 'declined'
  /** Why it was declined; empty when approved */
  readonly statusMessage: string
  /** Retrieval reference number, 12 digits */
  readonly rrn: string
}

/** What `createTransfer` takes. */
export type CreateTransferRequest = {
  /** Cents, 1 to 999999999999 */
  readonly amount: number
  /** EUR */
  readonly currency: string
  readonly sourceCard: {
    readonly cardNumber: string
    /** YYYYMM */
    readonly expiryDate: string
  }
  readonly destinationCard: {
    readonly cardNumber: string
  }
}

/** What `createTransfer` answers. */
export type CreateTransferAnswer = Transfer

/** What `listTransfers` takes. */
export type ListTransfersRequest = {
  /** Number of the card that is source or destination */
  readonly cardNumberFltr: string
  /** YYYY-MM-DD, UTC, inclusive */
  readonly periodStartFltr?: string
  /** YYYY-MM-DD, UTC, inclusive */
  readonly periodEndFltr?: string
  readonly statusFltr?: 'approved' | 'declined'
  /** Transfers in one answer, 1 to 1000 (default 1000) */
  readonly limit?: string
  /** nextCursor of the answer before */
  readonly cursor?: string
}

/** What `listTransfers` answers. */
export type ListTransfersAnswer = {
  readonly transfers: readonly Transfer[]
  /** Present where more remain */
  readonly nextCursor?: string
}

/** What `register` takes. */
export type RegisterRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Amount of the order; 0 with the feature VERIFY. Minor units, at most 999999999999 */
  readonly amount: string | number | boolean
  /** Where the payer returns to */
  readonly returnUrl: string | number | boolean
  /** The merchant's number; made from the orderId where none is given */
  readonly orderNumber?: string | number | boolean
  /** ISO 4217 numeric code; 978 where none is given */
  readonly currency?: string | number | boolean
  /** Where the payer goes after a failed payment */
  readonly failUrl?: string | number | boolean
  /** Shown to the payer */
  readonly description?: string | number | boolean
  /** The merchant's name of its client; needed for bindings */
  readonly clientId?: string | number | boolean
  /** JSON object of further parameters */
  readonly jsonParams?: string | number | boolean
  /** Older name of jsonParams, which wins */
  readonly params?: string | number | boolean
  /** Life of the order, seconds; 1200 where none or 0 is given */
  readonly sessionTimeoutSecs?: string | number | boolean
  /** End of the order, UTC; wins over sessionTimeoutSecs */
  readonly expirationDate?: string | number | boolean
  /** Where this order's callbacks go */
  readonly dynamicCallbackUrl?: string | number | boolean
  /** AUTO_PAYMENT, VERIFY, FORCE_TDS, FORCE_SSL, FORCE_FULL_TDS, FORCE_CREATE_BINDING; one per occurrence */
  readonly features?: readonly string[]
  /** Address of the payer */
  readonly ip?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** Phone number of the payer */
  readonly phone?: string | number | boolean
  /** Postal address of the payer */
  readonly postAddress?: string | number | boolean
  /** Basket as a JSON object, kept with the order */
  readonly orderBundle?: string | number | boolean
  /** Billing address as a JSON object, kept with the order */
  readonly billingPayerData?: string | number | boolean
  /** Shipping address as a JSON object, kept with the order */
  readonly shippingPayerData?: string | number | boolean
  /** Pre-order data as a JSON object, kept with the order */
  readonly preOrderPayerData?: string | number | boolean
  /** Payer data as a JSON object, kept with the order */
  readonly orderPayerData?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** The one binding that may pay */
  readonly bindingId?: string | number | boolean
  /** DESKTOP or MOBILE */
  readonly pageView?: string | number | boolean
}

/** What `register` answers. */
export type RegisterAnswer = {
  readonly orderId?: string
  readonly formUrl?: string
}

/** What `registerPreAuth` takes. */
export type RegisterPreAuthRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Amount of the order; 0 with the feature VERIFY. Minor units, at most 999999999999 */
  readonly amount: string | number | boolean
  /** Where the payer returns to */
  readonly returnUrl: string | number | boolean
  /** The merchant's number; made from the orderId where none is given */
  readonly orderNumber?: string | number | boolean
  /** ISO 4217 numeric code; 978 where none is given */
  readonly currency?: string | number | boolean
  /** Where the payer goes after a failed payment */
  readonly failUrl?: string | number | boolean
  /** Shown to the payer */
  readonly description?: string | number | boolean
  /** The merchant's name of its client; needed for bindings */
  readonly clientId?: string | number | boolean
  /** JSON object of further parameters */
  readonly jsonParams?: string | number | boolean
  /** Older name of jsonParams, which wins */
  readonly params?: string | number | boolean
  /** Life of the order, seconds; 1200 where none or 0 is given */
  readonly sessionTimeoutSecs?: string | number | boolean
  /** End of the order, UTC; wins over sessionTimeoutSecs */
  readonly expirationDate?: string | number | boolean
  /** Where this order's callbacks go */
  readonly dynamicCallbackUrl?: string | number | boolean
  /** AUTO_PAYMENT, VERIFY, FORCE_TDS, FORCE_SSL, FORCE_FULL_TDS, FORCE_CREATE_BINDING; one per occurrence */
  readonly features?: readonly string[]
  /** Address of the payer */
  readonly ip?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** Phone number of the payer */
  readonly phone?: string | number | boolean
  /** Postal address of the payer */
  readonly postAddress?: string | number | boolean
  /** Basket as a JSON object, kept with the order */
  readonly orderBundle?: string | number | boolean
  /** Billing address as a JSON object, kept with the order */
  readonly billingPayerData?: string | number | boolean
  /** Shipping address as a JSON object, kept with the order */
  readonly shippingPayerData?: string | number | boolean
  /** Pre-order data as a JSON object, kept with the order */
  readonly preOrderPayerData?: string | number | boolean
  /** Payer data as a JSON object, kept with the order */
  readonly orderPayerData?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** The one binding that may pay */
  readonly bindingId?: string | number | boolean
  /** DESKTOP or MOBILE */
  readonly pageView?: string | number | boolean
  /** The hold is captured then, UTC */
  readonly autocompletionDate?: string | number | boolean
  /** The hold is given back then, UTC */
  readonly autoReverseDate?: string | number | boolean
}

/** What `registerPreAuth` answers. */
export type RegisterPreAuthAnswer = {
  readonly orderId?: string
  readonly formUrl?: string
}

/** What `getOrderStatusExtended` takes. */
export type GetOrderStatusExtendedRequest = OrderStatusExtended

/** What `getOrderStatusExtended` answers. */
export type GetOrderStatusExtendedAnswer = OrderStatusExtendedDetails

/** What `getOrderStatus` takes. */
export type GetOrderStatusRequest = OrderStatusExtended

/** What `getOrderStatus` answers. */
export type GetOrderStatusAnswer = {
  readonly expiration?: string
  readonly cardholderName?: string
  readonly depositAmount?: number
  readonly currency?: string
  readonly approvalCode?: string
  readonly authCode?: number
  readonly ErrorCode?: string
  readonly ErrorMessage?: string
  readonly OrderStatus?: number
  readonly OrderNumber?: string
  readonly Pan?: string
  readonly Amount?: number
  readonly Ip?: string
}

/** What `getReceiptStatus` takes. */
export type GetReceiptStatusRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId?: string | number | boolean
  /** The merchant's number, instead of the id */
  readonly orderNumber?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** One receipt, where no order is named */
  readonly uuid?: string | number | boolean
}

/** What `getReceiptStatus` answers. */
export type GetReceiptStatusAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly orderId?: string
  readonly orderNumber?: string
  readonly receipt?: readonly unknown[]
}

/** What `decline` takes. */
export type DeclineRequest = OrderStatusExtended

/** What `decline` answers. */
export type DeclineAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `addParams` takes. */
export type AddParamsRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId?: string | number | boolean
  /** The merchant's number, instead of the id */
  readonly orderNumber?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** JSON object of parameters */
  readonly params: string | number | boolean
}

/** What `addParams` answers. */
export type AddParamsAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `updateSSLCardList` takes. */
export type UpdateSSLCardListRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** An order that the card was used for */
  readonly mdorder: string | number | boolean
}

/** What `updateSSLCardList` answers. */
export type UpdateSSLCardListAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `getLastOrdersForMerchants` takes. */
export type GetLastOrdersForMerchantsRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Start, yyyyMMddHHmmss, UTC */
  readonly from: string | number | boolean
  /** End, yyyyMMddHHmmss, UTC */
  readonly to: string | number | boolean
  /** Orders per page, at most 200 */
  readonly size?: string | number | boolean
  /** Page, from 0 */
  readonly page?: string | number | boolean
  /** CREATED, APPROVED, DEPOSITED, DECLINED, REVERSED, REFUNDED, by comma */
  readonly transactionStates?: string | number | boolean
  /** Logins of merchants; only the merchant's own has orders here */
  readonly merchants?: string | number | boolean
  /** Accepted; the time of registration always counts */
  readonly searchByCreatedDate?: string | number | boolean
}

/** What `getLastOrdersForMerchants` answers. */
export type GetLastOrdersForMerchantsAnswer = {
  readonly errorCode?: number
  readonly errorMessage?: string
  readonly orderStatuses?: readonly OrderStatusExtendedDetails[]
  readonly totalCount?: number
  readonly page?: number
  readonly pageSize?: number
}

/** What `paymentorder` takes. */
export type PaymentorderRequest = Paymentorder

/** What `paymentorder` answers. */
export type PaymentorderAnswer = {
  readonly redirect?: string
  readonly info?: string
  readonly errorCode?: number
}

/** What `paymentOrderBinding` takes. */
export type PaymentOrderBindingRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly mdOrder: string | number | boolean
  /** The binding */
  readonly bindingId: string | number | boolean
  /** CVC */
  readonly cvc?: string | number | boolean
  /** Initiator of the payment */
  readonly tii?: string | number | boolean
  /** Address of the payer */
  readonly ip?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** JSON object, added to the order’s own */
  readonly jsonParams?: string | number | boolean
  /** 3-D Secure 2: from the first call, sent with the second */
  readonly threeDSServerTransId?: string | number | boolean
  /** 3-D Secure 2: where the payer returns to from the issuer's page */
  readonly threeDSVer2FinishUrl?: string | number | boolean
  /** 3-D Secure 2: where the method page reports */
  readonly threeDSMethodNotificationUrl?: string | number | boolean
  /** 3-D Secure 2: the order of the first call */
  readonly threeDSVer2MdOrder?: string | number | boolean
}

/** What `paymentOrderBinding` answers. */
export type PaymentOrderBindingAnswer = {
  readonly redirect?: string
  readonly info?: string
  readonly errorCode?: number
}

/** What `finish3dsPayment` takes. */
export type Finish3dsPaymentRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly mdOrder: string | number | boolean
  /** The answer of the issuer's page */
  readonly paRes: string | number | boolean
}

/** What `finish3dsPayment` answers. */
export type Finish3dsPaymentAnswer = {
  readonly redirect?: string
  readonly info?: string
  readonly errorCode?: number
}

/** What `continue3ds` takes. */
export type Continue3dsRequest = Continue3ds

/** What `continue3ds` answers. */
export type Continue3dsAnswer = Continue3dsDetails

/** What `finish3dsVer2Payment` takes. */
export type Finish3dsVer2PaymentRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** From the first call */
  readonly threeDSServerTransId: string | number | boolean
  /** The order */
  readonly threeDSVer2MdOrder?: string | number | boolean
}

/** What `finish3dsVer2Payment` answers. */
export type Finish3dsVer2PaymentAnswer = Continue3dsDetails

/** What `deposit` takes. */
export type DepositRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId?: string | number | boolean
  /** The merchant's number, instead of the id */
  readonly orderNumber?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** Amount to capture; 0 captures everything. Minor units, at most 999999999999 */
  readonly amount: string | number | boolean
  /** ISO 4217 numeric code */
  readonly currency?: string | number | boolean
  /** JSON object */
  readonly jsonParams?: string | number | boolean
}

/** What `deposit` answers. */
export type DepositAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `refund` takes. */
export type RefundRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId?: string | number | boolean
  /** The merchant's number, instead of the id */
  readonly orderNumber?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** Amount to return; 0 returns all that is left. Minor units, at most 999999999999 */
  readonly amount?: string | number | boolean
  /** Older name of amount, which wins. Minor units, at most 999999999999 */
  readonly refundAmount?: string | number | boolean
  /** The merchant's id; the same one again returns nothing more */
  readonly externalRefundId?: string | number | boolean
  /** Refuses where another amount is deposited. Minor units, at most 999999999999 */
  readonly expectedDepositedAmount?: string | number | boolean
  /** ISO 4217 numeric code */
  readonly currency?: string | number | boolean
  /** JSON object */
  readonly jsonParams?: string | number | boolean
}

/** What `refund` answers. */
export type RefundAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `reverse` takes. */
export type ReverseRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId?: string | number | boolean
  /** The merchant's number, instead of the id */
  readonly orderNumber?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** The whole hold, or 0. Minor units, at most 999999999999 */
  readonly amount?: string | number | boolean
  /** ISO 4217 numeric code */
  readonly currency?: string | number | boolean
  /** JSON object */
  readonly jsonParams?: string | number | boolean
}

/** What `reverse` answers. */
export type ReverseAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `autoCompletion` takes. */
export type AutoCompletionRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId?: string | number | boolean
  /** The merchant's number, instead of the id */
  readonly orderNumber?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** Amount to capture; 0 captures everything. Minor units, at most 999999999999 */
  readonly compositeCompletionAmount?: string | number | boolean
  /** The same by the name that deposit.do has for it. Minor units, at most 999999999999 */
  readonly amount?: string | number | boolean
  /** ISO 4217 numeric code */
  readonly currency?: string | number | boolean
  /** JSON object */
  readonly jsonParams?: string | number | boolean
}

/** What `autoCompletion` answers. */
export type AutoCompletionAnswer = Completion

/** What `autoRefund` takes. */
export type AutoRefundRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId?: string | number | boolean
  /** The merchant's number, instead of the id */
  readonly orderNumber?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** Amount to return; 0 returns all that is left. Minor units, at most 999999999999 */
  readonly compositeRefundAmount?: string | number | boolean
  /** The same by the name that refund.do has for it. Minor units, at most 999999999999 */
  readonly amount?: string | number | boolean
  /** ISO 4217 numeric code */
  readonly currency?: string | number | boolean
  /** JSON object */
  readonly jsonParams?: string | number | boolean
}

/** What `autoRefund` answers. */
export type AutoRefundAnswer = Completion

/** What `getBindings` takes. */
export type GetBindingsRequest = Bindings

/** What `getBindings` answers. */
export type GetBindingsAnswer = BindingsDetails

/** What `getAllBindings` takes. */
export type GetAllBindingsRequest = Bindings

/** What `getAllBindings` answers. */
export type GetAllBindingsAnswer = BindingsDetails

/** What `getBindingsByCardOrId` takes. */
export type GetBindingsByCardOrIdRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Card number */
  readonly pan?: string | number | boolean
  /** A binding of the card, where no number is given */
  readonly bindingId?: string | number | boolean
  /** true lists cards whose expiry date has passed, too */
  readonly showExpired?: string | number | boolean
}

/** What `getBindingsByCardOrId` answers. */
export type GetBindingsByCardOrIdAnswer = BindingsDetails

/** What `unBindCard` takes. */
export type UnBindCardRequest = BindCard

/** What `unBindCard` answers. */
export type UnBindCardAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `bindCard` takes. */
export type BindCardRequest = BindCard

/** What `bindCard` answers. */
export type BindCardAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `extendBinding` takes. */
export type ExtendBindingRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The binding */
  readonly bindingId: string | number | boolean
  /** YYYYMM */
  readonly newExpiry: string | number | boolean
}

/** What `extendBinding` answers. */
export type ExtendBindingAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
}

/** What `verifyEnrollment` takes. */
export type VerifyEnrollmentRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Card number */
  readonly pan: string | number | boolean
}

/** What `verifyEnrollment` answers. */
export type VerifyEnrollmentAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly emitterName?: string
  readonly emitterCountryCode?: string
  readonly enrolled?: string
  readonly is3DSVer2?: boolean
}

/** What `createBindingNoPayment` takes. */
export type CreateBindingNoPaymentRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The merchant's name of its client */
  readonly clientId: string | number | boolean
  /** Card number */
  readonly pan: string | number | boolean
  /** Expiry date, YYYYMM */
  readonly expiryDate: string | number | boolean
  /** Name on the card */
  readonly cardholderName?: string | number | boolean
  /** TDS, SSL, TDS_SSL or NO_PAYMENT; makes no difference */
  readonly bindingStrength?: 'TDS' | 'SSL' | 'TDS_SSL' | 'NO_PAYMENT'
  /** JSON object of further parameters */
  readonly additionalParameters?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** Phone number of the payer */
  readonly phone?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
}

/** What `createBindingNoPayment` answers. */
export type CreateBindingNoPaymentAnswer = {
  readonly maskedPan?: string
  readonly expiryDate?: string
  readonly cardholderName?: string
  readonly clientId?: string
  readonly bindingId?: string
  readonly errorCode?: number
  readonly errorMessage?: string
  readonly error?: boolean
}

/** What `instantPayment` takes. */
export type InstantPaymentRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Amount of the order; 0 with the feature VERIFY. Minor units, at most 999999999999 */
  readonly amount: string | number | boolean
  /** Where the payer returns to */
  readonly returnUrl: string | number | boolean
  /** Card number; or send bindingId */
  readonly pan?: string | number | boolean
  /** Encrypted card data; not read here */
  readonly seToken?: string | number | boolean
  /** A stored card instead of pan and expiry */
  readonly bindingId?: string | number | boolean
  /** The merchant's number; made from the orderId where none is given */
  readonly orderNumber?: string | number | boolean
  /** ISO 4217 numeric code; 978 where none is given */
  readonly currency?: string | number | boolean
  /** Where the payer goes after a failed payment */
  readonly failUrl?: string | number | boolean
  /** Shown to the payer */
  readonly description?: string | number | boolean
  /** The merchant's name of its client; needed for bindings */
  readonly clientId?: string | number | boolean
  /** JSON object of further parameters */
  readonly jsonParams?: string | number | boolean
  /** Older name of jsonParams, which wins */
  readonly params?: string | number | boolean
  /** Life of the order, seconds; 1200 where none or 0 is given */
  readonly sessionTimeoutSecs?: string | number | boolean
  /** End of the order, UTC; wins over sessionTimeoutSecs */
  readonly expirationDate?: string | number | boolean
  /** Where this order's callbacks go */
  readonly dynamicCallbackUrl?: string | number | boolean
  /** AUTO_PAYMENT, VERIFY, FORCE_TDS, FORCE_SSL, FORCE_FULL_TDS, FORCE_CREATE_BINDING; one per occurrence */
  readonly features?: readonly string[]
  /** Address of the payer */
  readonly ip?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** Phone number of the payer */
  readonly phone?: string | number | boolean
  /** Postal address of the payer */
  readonly postAddress?: string | number | boolean
  /** Basket as a JSON object, kept with the order */
  readonly orderBundle?: string | number | boolean
  /** Billing address as a JSON object, kept with the order */
  readonly billingPayerData?: string | number | boolean
  /** Shipping address as a JSON object, kept with the order */
  readonly shippingPayerData?: string | number | boolean
  /** Pre-order data as a JSON object, kept with the order */
  readonly preOrderPayerData?: string | number | boolean
  /** Payer data as a JSON object, kept with the order */
  readonly orderPayerData?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** Expiry date, YYYYMM */
  readonly expiry?: string | number | boolean
  /** CVC */
  readonly cvc?: string | number | boolean
  /** Name on the card */
  readonly cardholderName?: string | number | boolean
  /** true holds the amount instead of charging it */
  readonly preAuth?: string | number | boolean
  /** The hold is captured then, UTC */
  readonly autocompletionDate?: string | number | boolean
  /** The hold is given back then, UTC */
  readonly autoReverseDate?: string | number | boolean
  /** 3-D Secure 2: from the first call, sent with the second */
  readonly threeDSServerTransId?: string | number | boolean
  /** 3-D Secure 2: where the payer returns to from the issuer's page */
  readonly threeDSVer2FinishUrl?: string | number | boolean
  /** 3-D Secure 2: where the method page reports */
  readonly threeDSMethodNotificationUrl?: string | number | boolean
  /** 3-D Secure 2: the order of the first call */
  readonly threeDSVer2MdOrder?: string | number | boolean
}

/** What `instantPayment` answers. */
export type InstantPaymentAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly orderId?: string
  readonly orderNumber?: string
  readonly redirect?: string
  readonly info?: string
  readonly orderStatus?: OrderStatus
}

/** What `motoPayment` takes. */
export type MotoPaymentRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Amount of the order; 0 with the feature VERIFY. Minor units, at most 999999999999 */
  readonly amount: string | number | boolean
  /** Card number */
  readonly pan: string | number | boolean
  /** Where a payer would return to */
  readonly returnUrl?: string | number | boolean
  /** The merchant's number; made from the orderId where none is given */
  readonly orderNumber?: string | number | boolean
  /** ISO 4217 numeric code; 978 where none is given */
  readonly currency?: string | number | boolean
  /** Where the payer goes after a failed payment */
  readonly failUrl?: string | number | boolean
  /** Shown to the payer */
  readonly description?: string | number | boolean
  /** The merchant's name of its client; needed for bindings */
  readonly clientId?: string | number | boolean
  /** JSON object of further parameters */
  readonly jsonParams?: string | number | boolean
  /** Older name of jsonParams, which wins */
  readonly params?: string | number | boolean
  /** Life of the order, seconds; 1200 where none or 0 is given */
  readonly sessionTimeoutSecs?: string | number | boolean
  /** End of the order, UTC; wins over sessionTimeoutSecs */
  readonly expirationDate?: string | number | boolean
  /** Where this order's callbacks go */
  readonly dynamicCallbackUrl?: string | number | boolean
  /** AUTO_PAYMENT, VERIFY, FORCE_TDS, FORCE_SSL, FORCE_FULL_TDS, FORCE_CREATE_BINDING; one per occurrence */
  readonly features?: readonly string[]
  /** Address of the payer */
  readonly ip?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** Phone number of the payer */
  readonly phone?: string | number | boolean
  /** Postal address of the payer */
  readonly postAddress?: string | number | boolean
  /** Basket as a JSON object, kept with the order */
  readonly orderBundle?: string | number | boolean
  /** Billing address as a JSON object, kept with the order */
  readonly billingPayerData?: string | number | boolean
  /** Shipping address as a JSON object, kept with the order */
  readonly shippingPayerData?: string | number | boolean
  /** Pre-order data as a JSON object, kept with the order */
  readonly preOrderPayerData?: string | number | boolean
  /** Payer data as a JSON object, kept with the order */
  readonly orderPayerData?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** Expiry date, YYYYMM */
  readonly expiry?: string | number | boolean
  /** CVC */
  readonly cvc?: string | number | boolean
  /** Name on the card */
  readonly cardholderName?: string | number | boolean
  /** true holds the amount instead of charging it */
  readonly preAuth?: string | number | boolean
}

/** What `motoPayment` answers. */
export type MotoPaymentAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly success?: boolean
  readonly mdOrder?: string
  readonly orderNumber?: string
}

/** What `verifyCard` takes. */
export type VerifyCardRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Amount to check with; 0 where none is given. Minor units, at most 999999999999 */
  readonly amount?: string | number | boolean
  /** Card number */
  readonly pan: string | number | boolean
  /** Where a payer would return to */
  readonly returnUrl?: string | number | boolean
  /** The merchant's number; made from the orderId where none is given */
  readonly orderNumber?: string | number | boolean
  /** ISO 4217 numeric code; 978 where none is given */
  readonly currency?: string | number | boolean
  /** Where the payer goes after a failed payment */
  readonly failUrl?: string | number | boolean
  /** Shown to the payer */
  readonly description?: string | number | boolean
  /** The merchant's name of its client; needed for bindings */
  readonly clientId?: string | number | boolean
  /** JSON object of further parameters */
  readonly jsonParams?: string | number | boolean
  /** Older name of jsonParams, which wins */
  readonly params?: string | number | boolean
  /** Life of the order, seconds; 1200 where none or 0 is given */
  readonly sessionTimeoutSecs?: string | number | boolean
  /** End of the order, UTC; wins over sessionTimeoutSecs */
  readonly expirationDate?: string | number | boolean
  /** Where this order's callbacks go */
  readonly dynamicCallbackUrl?: string | number | boolean
  /** AUTO_PAYMENT, VERIFY, FORCE_TDS, FORCE_SSL, FORCE_FULL_TDS, FORCE_CREATE_BINDING; one per occurrence */
  readonly features?: readonly string[]
  /** Address of the payer */
  readonly ip?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** Phone number of the payer */
  readonly phone?: string | number | boolean
  /** Postal address of the payer */
  readonly postAddress?: string | number | boolean
  /** Basket as a JSON object, kept with the order */
  readonly orderBundle?: string | number | boolean
  /** Billing address as a JSON object, kept with the order */
  readonly billingPayerData?: string | number | boolean
  /** Shipping address as a JSON object, kept with the order */
  readonly shippingPayerData?: string | number | boolean
  /** Pre-order data as a JSON object, kept with the order */
  readonly preOrderPayerData?: string | number | boolean
  /** Payer data as a JSON object, kept with the order */
  readonly orderPayerData?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
  /** Expiry date, YYYYMM */
  readonly expiry?: string | number | boolean
  /** CVC */
  readonly cvc?: string | number | boolean
  /** Name on the card */
  readonly cardholderName?: string | number | boolean
  /** true holds the amount instead of charging it */
  readonly preAuth?: string | number | boolean
}

/** What `verifyCard` answers. */
export type VerifyCardAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly orderId?: string
  readonly orderNumber?: string
  readonly rrn?: string
  readonly authCode?: number
  readonly actionCode?: number
  readonly actionCodeDescription?: string
  readonly time?: number
  readonly eci?: string
  readonly amount?: number
  readonly currency?: string
}

/** What `instantRefund` takes. */
export type InstantRefundRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** Amount of the order; 0 with the feature VERIFY. Minor units, at most 999999999999 */
  readonly amount: string | number | boolean
  /** The merchant's number; made from the orderId where none is given */
  readonly orderNumber?: string | number | boolean
  /** ISO 4217 numeric code; 978 where none is given */
  readonly currency?: string | number | boolean
  /** Card number; or send bindingId */
  readonly pan?: string | number | boolean
  /** Encrypted card data; not read here */
  readonly seToken?: string | number | boolean
  /** Expiry date, YYYYMM */
  readonly expiry?: string | number | boolean
  /** CVC */
  readonly cvc?: string | number | boolean
  /** Name on the card */
  readonly cardholderName?: string | number | boolean
  /** A stored card instead of pan and expiry */
  readonly bindingId?: string | number | boolean
  /** JSON object of further parameters */
  readonly jsonParams?: string | number | boolean
  /** The merchant's own login */
  readonly merchantLogin?: string | number | boolean
}

/** What `instantRefund` answers. */
export type InstantRefundAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly orderId?: string
  readonly orderStatus?: OrderStatus
}

/** What `recurrentPayment` takes. */
export type RecurrentPaymentRequest = Payment

/** What `recurrentPayment` answers. */
export type RecurrentPaymentAnswer = PaymentDetails

/** What `installmentPayment` takes. */
export type InstallmentPaymentRequest = Payment

/** What `installmentPayment` answers. */
export type InstallmentPaymentAnswer = {
  readonly errorCode?: number
  readonly errorMessage?: string
  readonly error?: boolean
  readonly orderId?: string
  readonly orderStatus?: OrderStatusExtendedDetails
}

/** What `applepayPayment` takes. */
export type ApplepayPaymentRequest = PaymentPart

/** What `applepayPayment` answers. */
export type ApplepayPaymentAnswer = PaymentDetails

/** What `applepayPaymentDirect` takes. */
export type ApplepayPaymentDirectRequest = PaymentPart

/** What `applepayPaymentDirect` answers. */
export type ApplepayPaymentDirectAnswer = PaymentDetails

/** What `googlePayment` takes. */
export type GooglePaymentRequest = PaymentPart

/** What `googlePayment` answers. */
export type GooglePaymentAnswer = PaymentDetails

/** What `googlePaymentDirect` takes. */
export type GooglePaymentDirectRequest = PaymentPart

/** What `googlePaymentDirect` answers. */
export type GooglePaymentDirectAnswer = PaymentDetails

/** What `samsungPayment` takes. */
export type SamsungPaymentRequest = PaymentPart

/** What `samsungPayment` answers. */
export type SamsungPaymentAnswer = PaymentDetails

/** What `samsungPaymentDirect` takes. */
export type SamsungPaymentDirectRequest = PaymentPart

/** What `samsungPaymentDirect` answers. */
export type SamsungPaymentDirectAnswer = PaymentDetails

/** What `mirPayment` takes. */
export type MirPaymentRequest = PaymentPart

/** What `mirPayment` answers. */
export type MirPaymentAnswer = PaymentDetails

/** What `mirPaymentDirect` takes. */
export type MirPaymentDirectRequest = PaymentPart

/** What `mirPaymentDirect` answers. */
export type MirPaymentDirectAnswer = PaymentDetails

/** What `getSessionStatus` takes. */
export type GetSessionStatusRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly MDORDER: string | number | boolean
  /** Accepted */
  readonly informRbsOnLoad?: string | number | boolean
}

/** What `getSessionStatus` answers. */
export type GetSessionStatusAnswer = {
  readonly remainingSecs?: number
  readonly orderExpired?: boolean
  readonly orderNumber?: string
  readonly amount?: string
  readonly currencyAlphaCode?: string
  readonly bindingItems?: readonly unknown[]
  readonly bindingEnabled?: boolean
  readonly merchantInfo?: {
    readonly merchantFullName?: string
    readonly merchantLogin?: string
    readonly mcc?: number
  }
}

/** What `processform` takes. */
export type ProcessformRequest = Paymentorder

/** What `processform` answers. */
export type ProcessformAnswer = {
  readonly redirect?: string
  readonly info?: string
  readonly errorCode?: number
}

/** What `processBindingForm` takes. */
export type ProcessBindingFormRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId: string | number | boolean
  /** The stored card */
  readonly bindingId: string | number | boolean
  /** CVC */
  readonly cvc?: string | number | boolean
  /** Address of the payer */
  readonly ip?: string | number | boolean
  /** E-mail address of the payer */
  readonly email?: string | number | boolean
  /** JSON object, added to the order’s own */
  readonly jsonParams?: string | number | boolean
  /** 3-D Secure 2: from the first call, sent with the second */
  readonly threeDSServerTransId?: string | number | boolean
  /** 3-D Secure 2: where the payer returns to from the issuer's page */
  readonly threeDSVer2FinishUrl?: string | number | boolean
  /** 3-D Secure 2: where the method page reports */
  readonly threeDSMethodNotificationUrl?: string | number | boolean
  /** 3-D Secure 2: the order of the first call */
  readonly threeDSVer2MdOrder?: string | number | boolean
}

/** What `processBindingForm` answers. */
export type ProcessBindingFormAnswer = {
  readonly redirect?: string
  readonly info?: string
  readonly errorCode?: number
}

/** What `declineByClient` takes. */
export type DeclineByClientRequest = Continue3ds

/** What `declineByClient` answers. */
export type DeclineByClientAnswer = {
  readonly errorCode?: number
  readonly errorMessage?: string
}

/** What `getFinishedPaymentInfo` takes. */
export type GetFinishedPaymentInfoRequest = {
  /** Two letters; messages are in English or Russian */
  readonly language?: string | number | boolean
  /** The order */
  readonly orderId: string | number | boolean
  /** Accepted; the basket is not told */
  readonly withCart?: string | number | boolean
}

/** What `getFinishedPaymentInfo` answers. */
export type GetFinishedPaymentInfoAnswer = {
  readonly errorCode?: string
  readonly errorMessage?: string
  readonly status?: string
  readonly mdOrder?: string
  readonly orderNumber?: string
  readonly formattedAmount?: string
  readonly actionCode?: number
  readonly approvalCode?: string
  readonly refNum?: string
  readonly panMasked?: string
}

/** What `listProjects` takes. */
export type ListProjectsRequest = {
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
  /** Mail address of an account of this service; hosted mode only */
  readonly owner?: string
  /** Only those that nobody owns */
  readonly ownerless?: 'true'
}

/** What `listProjects` answers. */
export type ListProjectsAnswer = {
  readonly items: readonly Item[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `giveProject` takes. */
export type GiveProjectRequest = {
  readonly id: string
  /** Mail address of an account of this service; hosted mode only */
  readonly owner: string
}

/** What `giveProject` answers. */
export type GiveProjectAnswer = Item

/** What `getProject` answers. */
export type GetProjectAnswer = ProjectDescription

/** What `updateProject` takes. */
export type UpdateProjectRequest = {
  /** Cards that interface B may issue in all */
  readonly cardPool?: number
  /** 3-D Secure for the cards that the project issued */
  readonly issuedCardChallenge?: 'off' | 'challenge' | 'frictionless'
  /** Absolute http(s) URL; null keeps callbacks in the inbox only */
  readonly callbackUrl?: string | null
  readonly callbackMethod?: 'GET' | 'POST'
  /** Operations that are called back */
  readonly callbackOperations?: readonly CallbackOperation[]
  /** hmac: HMAC-SHA256 with the callback key; rsa: SHA512withRSA */
  readonly callbackSignature?: 'none' | 'hmac' | 'rsa'
  /** Parameters that callbacks carry beside the four that they always have */
  readonly callbackParameters?: readonly CallbackParameter[]
  /** ISO 4217 numeric codes that orders may have; null takes every one */
  readonly gatewayCurrencies?: readonly string[] | null
  /** Speaks 3-D Secure 2 also to a merchant that does not show that it does */
  readonly gatewayPrefersVersion2?: boolean
  /** How the merchant is named to payers and in the ledger */
  readonly merchantName?: string
  /** Merchant category code (ISO 18245) */
  readonly mcc?: number
  readonly terminalId?: string
  /** What happens to payments by cards that the project did not issue, and by those of its own that a rule names: the first rule that matches decides. The list replaces the one before. */
  readonly outcomeRules?: readonly OutcomeRule[]
  /** Masks (`411111**1111`) of cards that pay without 3-D Secure */
  readonly sslCards?: readonly string[]
  /** `errorCode` of a registration that succeeded */
  readonly registerErrorCode?: 'absent' | '0'
  /** `reverse.do` of a captured payment: errorCode 7, or possible on its UTC day */
  readonly reverseCaptured?: 'refused' | 'same-day'
  /** Login and password of interface C also in the header Authorization */
  readonly basicAuthentication?: 'off' | 'on'
  /** `recurringFrequency` and `recurringExpiry`: only kept and given back, or charges are declined by them and half of one is refused */
  readonly recurrence?: 'keep' | 'enforce'
  /** Key of the checksums (hmac); it takes the place of the one that signs */
  readonly callbackKey?: string
}

/** What `updateProject` answers. */
export type UpdateProjectAnswer = ProjectDescription

/** What `deleteProject` answers. */
export type DeleteProjectAnswer = {
  readonly deletedAt: string
}

/** What `getStorage` answers. */
export type GetStorageAnswer = {
  readonly rows: number
  /** What would add more is refused (`quota-exceeded`); null where nothing limits it */
  readonly limit: number | null
}

/** What `resetProject` answers. */
export type ResetProjectAnswer = ProjectDescription

/** What `rotateCredentials` takes. */
export type RotateCredentialsRequest = {
  /** A: the password. B: the API key, of the control API too. C: the password and the token; the key of the callbacks rotates by itself */
  readonly interface: 'A' | 'B' | 'C'
  /** How long the credentials before still work, in real time whatever the project's clock says; 0 ends them at once */
  readonly overlapSeconds?: number
}

/** What `rotateCredentials` answers. */
export type RotateCredentialsAnswer = {
  readonly project: ProjectDescription
  /** When the credentials before end, UTC */
  readonly oldEndsAt: string
}

/** What `getClock` answers. */
export type GetClockAnswer = Clock

/** What `moveClock` takes. */
export type MoveClockRequest = {
  /** ISO 8601 duration, such as `PT20M` or `P1M` */
  readonly advance?: string
  /** RFC 3339 date-time with its zone */
  readonly set?: string
  /** Freezes the clock, or unfreezes it */
  readonly freeze?: boolean
}

/** What `moveClock` answers. */
export type MoveClockAnswer = Clock

/** What `getOverview` answers. */
export type GetOverviewAnswer = {
  readonly attempts: {
    readonly approved: number
    readonly declined: number
    /** The time that the buckets cover */
    readonly spanMs: number
    /** True if older attempts of the day are not counted */
    readonly isCut: boolean
    readonly buckets: readonly {
      readonly from: string
      readonly approved: number
      readonly declined: number
    }[]
  }
  /** Their last attempt failed; newest first, at most 5 */
  readonly failingCallbacks: readonly {
    readonly id: string
    readonly operation: CallbackOperation
    /** captured: no callback URL was set, it is sent by resending only; waiting: will be sent or retried; delivered; failed: all attempts are used up */
    readonly state: 'captured' | 'waiting' | 'delivered' | 'failed'
    /** `mdOrder` */
    readonly orderId: string | null
    /** The merchant's own number */
    readonly orderNumber: string | null
    readonly createdAt: string
  }[]
  /** Oldest first, at most 5 */
  readonly endingHolds: readonly EndingHold[]
}

/** What `search` takes. */
export type SearchRequest = {
  /** An id, a number, an RRN, four digits or a name */
  readonly q: string
}

/** What `search` answers. */
export type SearchAnswer = {
  readonly orders: readonly EndingHold[]
  readonly cards: readonly CardPart[]
  readonly cardholders: readonly CardholderDetails[]
}

/** What `listCardholders` takes. */
export type ListCardholdersRequest = {
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
  /** Part of the name, the phone number or the customer number */
  readonly q?: string
}

/** What `listCardholders` answers. */
export type ListCardholdersAnswer = {
  readonly items: readonly CardholderDetails[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `showCardholder` takes. */
export type ShowCardholderRequest = {
  readonly id: string
}

/** What `showCardholder` answers. */
export type ShowCardholderAnswer = {
  readonly id: string
  /** Interface A's name of the person */
  readonly customerNumber: string
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  /** What else was told of the person, as it was told */
  readonly profile: Readonly<Record<string, string>>
  readonly createdAt: string
  /** Null before there is one */
  readonly account: AccountDetails | null
  /** Newest first, at most 50 */
  readonly cards: readonly CardPart[]
}

/** What `listCards` takes. */
export type ListCardsRequest = {
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
  readonly status?: 'active' | 'blocked' | 'lost' | 'stolen'
  /** Only those of this cardholder */
  readonly cardholderId?: string
  /** Last digits of the number that the card has now */
  readonly lastFour?: string
}

/** What `listCards` answers. */
export type ListCardsAnswer = {
  readonly items: readonly CardPart[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `showCard` takes. */
export type ShowCardRequest = {
  readonly id: string
}

/** What `showCard` answers. */
export type ShowCardAnswer = {
  readonly id: string
  readonly status: 'active' | 'blocked' | 'lost' | 'stolen'
  /** First six and last four digits */
  readonly numberMask: string
  /** YYYYMM */
  readonly expiry: string
  readonly embossedName: string
  readonly cardholderId: string
  /** Account number */
  readonly account: string
  /** ISO 4217 numeric code */
  readonly currency: string
  /** Signed balance in minor units, credit positive */
  readonly posted: number
  /** Sum of the holds, minor units */
  readonly held: number
  /** What can be spent: posted less held */
  readonly available: number
  /** Interface A's product type, as given */
  readonly productType: string
  /** 1 on issue, one more with every reissue */
  readonly plasticNumber: number
  readonly createdAt: string
  /** When it was last blocked */
  readonly blockedAt: string | null
  readonly cardholderName: string
  readonly hasPin: boolean
  /** Wrong PINs in a row */
  readonly pinDenials: number
  readonly limits: readonly {
    /** Interface A's name of the limit */
    readonly name: string
    readonly family: 'cash' | 'spending' | 'ecommerce'
    readonly cycle: 'day' | 'month' | 'year'
    /** The most of one cycle, minor units */
    readonly value: number
    /** Of the cycle that runs now, minor units */
    readonly used: number
  }[]
  /** Newest first, those that were replaced too */
  readonly numbers: readonly {
    readonly numberMask: string
    /** YYYYMM */
    readonly expiry: string
    /** Why; null for the one that the card has */
    readonly replaced: ('lost' | 'stolen' | 'damaged' | 'expired') | null
    readonly createdAt: string
  }[]
  /** Clients of the merchant that keep this card */
  readonly bindings: readonly BindingDetails[]
}

/** What `listCardTransactions` takes. */
export type ListCardTransactionsRequest = {
  readonly id: string
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
  readonly as: 'A' | 'B' | 'C'
}

/** What `listCardTransactions` answers. */
export type ListCardTransactionsAnswer = {
  readonly items: readonly {
    /** The entry of the journal; of an order the first one */
    readonly entryId: string
    readonly at: string
    /** A: what getTransactions lists of it, one record or two; B: the transfer or top-up, with masked numbers; C: the order as getOrderStatusExtended answers it. Empty where the interface shows nothing of it */
    readonly shown: readonly Readonly<Record<string, unknown>>[]
  }[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `getOrderTotals` takes. */
export type GetOrderTotalsRequest = {
  /** Names of 0 to 6 of interface C; refunded: at least a part was refunded */
  readonly status?: Status
  /** Only orders with an automatic change at this time or earlier */
  readonly dueUntil?: string
}

/** What `getOrderTotals` answers. */
export type GetOrderTotalsAnswer = {
  readonly items: readonly {
    /** ISO 4217 numeric code */
    readonly currency: string
    readonly orders: number
    /** Minor units */
    readonly approved: number
    /** Less what was refunded */
    readonly captured: number
    readonly refunded: number
  }[]
}

/** What `listOrders` takes. */
export type ListOrdersRequest = {
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
  /** Names of 0 to 6 of interface C; refunded: at least a part was refunded */
  readonly status?: Status
  /** The merchant's own number, all of it */
  readonly number?: string
  /** Part of the number or of the id */
  readonly q?: string
  /** Registered at this time or later: a date-time with a time zone */
  readonly createdFrom?: string
  /** Registered before: a date-time with a time zone */
  readonly createdUntil?: string
  /** Only orders with an automatic change ahead, the next one first */
  readonly expiring?: 'true'
  /** With `expiring`: changing at this time or earlier */
  readonly dueUntil?: string
}

/** What `listOrders` answers. */
export type ListOrdersAnswer = {
  readonly items: readonly EndingHold[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `showOrder` takes. */
export type ShowOrderRequest = {
  readonly id: string
}

/** What `showOrder` answers. */
export type ShowOrderAnswer = {
  /** `orderId`, also called `mdOrder` */
  readonly id: string
  /** The merchant's own number */
  readonly number: string
  /** Names of 0 to 6 of interface C; refunded: at least a part was refunded */
  readonly status: Status
  /** Two stages: a hold that is captured later */
  readonly twoStage: boolean
  /** As registered, minor units */
  readonly amount: number
  /** ISO 4217 numeric code */
  readonly currency: string
  /** Authorised, minor units */
  readonly approvedAmount: number
  /** Captured, less what was refunded, minor units */
  readonly depositedAmount: number
  /** Refunded, minor units */
  readonly refundedAmount: number
  /** Result of the last attempt; -100 before the first */
  readonly actionCode: number
  /** As registered */
  readonly description: string | null
  /** The client's id at the merchant */
  readonly clientId: string | null
  /** Of the card of the last attempt; null before the first */
  readonly numberMask: string | null
  /** Retrieval reference number of the last attempt */
  readonly rrn: string | null
  readonly createdAt: string
  /** Only verifies the card; no money moves */
  readonly verification: boolean
  /** When it changes automatically */
  readonly dueAt: string | null
  /** The automatic change: it expires, or its hold is captured or released */
  readonly due: ('expire' | 'capture' | 'release') | null
  readonly returnUrl: string
  /** Where one was registered */
  readonly failUrl: string | null
  readonly features: readonly string[]
  /** `merchantOrderParams` */
  readonly params: Readonly<Record<string, string>>
  /** Of the payer */
  readonly email: string | null
  /** Of the payer */
  readonly phone: string | null
  /** Of the payer */
  readonly postalAddress: string | null
  /** IP address of the payer, as registered */
  readonly ip: string | null
  /** The one binding that may pay */
  readonly bindingId: string | null
  /** A browser has opened the payment page */
  readonly pageOpened: boolean
  readonly failedAttempts: number
  /** The last attempt */
  readonly payment: {
    readonly at: string
    /** The payer cancelled at the issuer's page */
    readonly cancelled: boolean
    /** IP address of the payer */
    readonly ip: string | null
    /** CARD, CARD_BINDING, CARD_MOTO or a wallet */
    readonly way: string
    readonly numberMask: string
    /** YYYYMM */
    readonly expiry: string
    readonly cardholderName: string
    /** A card issued here, a test card, a card of an outcome rule, or any other */
    readonly cardKind: 'issued' | 'test' | 'rule' | 'unknown'
    /** Of a card issued here */
    readonly cardId: string | null
    /** Its entry in the journal */
    readonly entryId: string | null
    /** Null before the issuer was asked */
    readonly rrn: string | null
    /** Of an approved payment */
    readonly approvalCode: string | null
    /** Electronic commerce indicator of 3-D Secure */
    readonly eci: string | null
    /** The binding that paid or was created */
    readonly bindingId: string | null
  } | null
  /** Open 3-D Secure challenge */
  readonly challenge: {
    /** Of 3-D Secure */
    readonly version: string
    readonly flow: string
    /** open: the payer is at the issuer's page */
    readonly step: 'method' | 'open'
    readonly startedAt: string
    /** The code that the issuer's page accepts */
    readonly code: string
    readonly wrongCodes: number
    /** Of the card that pays */
    readonly numberMask: string
    readonly cardholderName: string
  } | null
  /** When it was paid or captured */
  readonly depositedAt: string | null
  /** When it was reversed */
  readonly reversedAt: string | null
  /** Oldest first */
  readonly refunds: readonly {
    readonly at: string
    /** Refunded, minor units */
    readonly amount: number
    readonly rrn: string
    /** `externalRefundId` */
    readonly externalId: string | null
  }[]
  /** Its entries in the journal, newest first, at most 300 */
  readonly entries: readonly Entrie[]
  /** Newest first, at most 300 */
  readonly callbacks: readonly Callback[]
}

/** What `listBindings` takes. */
export type ListBindingsRequest = {
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
  /** Only those of this client */
  readonly clientId?: string
}

/** What `listBindings` answers. */
export type ListBindingsAnswer = {
  readonly items: readonly BindingDetails[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `getLedger` answers. */
export type GetLedgerAnswer = {
  /** Sum of all posted balances: always 0 */
  readonly trialBalance: number
  readonly accounts: readonly AccountDetails[]
}

/** What `getTrialBalance` answers. */
export type GetTrialBalanceAnswer = {
  /** Sum of all posted balances: always 0 */
  readonly trialBalance: number
}

/** What `listAccounts` takes. */
export type ListAccountsRequest = {
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
}

/** What `listAccounts` answers. */
export type ListAccountsAnswer = {
  readonly items: readonly AccountDetails[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `showAccount` takes. */
export type ShowAccountRequest = {
  /** As the ledger names it */
  readonly account: string
}

/** What `showAccount` answers. */
export type ShowAccountAnswer = AccountDetails

/** What `listAccountEntries` takes. */
export type ListAccountEntriesRequest = {
  /** As the ledger names it */
  readonly account: string
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
}

/** What `listAccountEntries` answers. */
export type ListAccountEntriesAnswer = {
  readonly items: readonly {
    /** Signed, minor units, credit positive */
    readonly amount: number
    /** Posted balance after it */
    readonly balance: number
    readonly entry: Entrie
  }[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `listEntries` takes. */
export type ListEntriesRequest = {
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
  /** As the ledger names it */
  readonly account?: string
  readonly kind?: Kind
  readonly cardId?: string
  /** Order at interface C */
  readonly orderId?: string
}

/** What `listEntries` answers. */
export type ListEntriesAnswer = {
  readonly items: readonly Entrie[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `showEntry` takes. */
export type ShowEntryRequest = {
  readonly id: string
}

/** What `showEntry` answers. */
export type ShowEntryAnswer = Entrie

/** What `listCallbacks` takes. */
export type ListCallbacksRequest = {
  /** Items in one answer, 1 to 200 (default 50) */
  readonly limit?: string
  /** `nextCursor` of the answer before */
  readonly cursor?: string
  /** captured: no callback URL was set, it is sent by resending only; waiting: will be sent or retried; delivered; failed: all attempts are used up */
  readonly state?: 'captured' | 'waiting' | 'delivered' | 'failed'
  /** Only those of this order */
  readonly orderId?: string
}

/** What `listCallbacks` answers. */
export type ListCallbacksAnswer = {
  readonly items: readonly Callback[]
  /** Send it as `cursor` to read on; null at the end */
  readonly nextCursor: string | null
}

/** What `getCallback` takes. */
export type GetCallbackRequest = {
  readonly id: string
}

/** What `getCallback` answers. */
export type GetCallbackAnswer = {
  readonly id: string
  /** `mdOrder` */
  readonly orderId: string | null
  /** The merchant's own number */
  readonly orderNumber: string | null
  /** The binding it reports */
  readonly bindingId: string | null
  readonly operation: CallbackOperation
  /** 1: the operation succeeded; 0: it failed */
  readonly status: number
  /** captured: no callback URL was set, it is sent by resending only; waiting: will be sent or retried; delivered; failed: all attempts are used up */
  readonly state: 'captured' | 'waiting' | 'delivered' | 'failed'
  /** True for a test callback */
  readonly test: boolean
  /** Null if no callback URL was set when the event happened */
  readonly url: string | null
  readonly method: 'GET' | 'POST'
  /** Sent parameters without the signature */
  readonly parameters: Readonly<Record<string, string>>
  readonly createdAt: string
  /** Null if nothing is scheduled */
  readonly nextAttemptAt: string | null
  /** The latest attempts, oldest first */
  readonly attempts: readonly Attempt[]
  /** How the next attempt is signed */
  readonly signing: {
    /** In the order sent, all that is signed */
    readonly parameters: readonly {
      readonly name: string
      readonly value: string
    }[]
    readonly signature: 'none' | 'hmac' | 'rsa'
    /** Alias of the HMAC key */
    readonly key: string
    /** Sorted by name and joined as `name;value;` */
    readonly text: string
    /** Null if the callback is not signed */
    readonly checksum: string | null
  }
}

/** What `resendCallback` takes. */
export type ResendCallbackRequest = {
  readonly id: string
}

/** What `resendCallback` answers. */
export type ResendCallbackAnswer = Callback

/** What `resendCallbacks` takes. */
export type ResendCallbacksRequest = {
  /** Which ones */
  readonly state?: 'failed'
} | null

/** What `resendCallbacks` answers. */
export type ResendCallbacksAnswer = {
  readonly resent: number
  /** True if more are left: call again */
  readonly more: boolean
}

/** What `sendTestCallback` takes. */
export type SendTestCallbackRequest = {
  /** `mdOrder` of the order that it tells of, as the order stands */
  readonly orderId: string
  readonly operation: CallbackOperation
  /** 1: it succeeded; 0: it failed. Where it is left out, 1, or the only one that there is */
  readonly status?: 0 | 1
}

/** What `sendTestCallback` answers. */
export type SendTestCallbackAnswer = Callback

/** What `verifyCallback` takes. */
export type VerifyCallbackRequest = {
  /** What your server received: the address with its query, the form, the parameters as JSON, or the text that you sign */
  readonly received: string
  /** The one that your own code makes; left out, the received one is judged */
  readonly checksum?: string
}

/** What `verifyCallback` answers. */
export type VerifyCallbackAnswer = {
  /** right: the checksum is that of the parameters; wrong: `causes` says why not; unexplained: it is another one; none: there is nothing to judge */
  readonly verdict: 'right' | 'wrong' | 'unexplained' | 'none'
  /** What is wrong, in sentences */
  readonly causes: readonly string[]
  /** The callback in the inbox that it seems to be */
  readonly callbackId: string | null
  /** The right ones, sorted by name */
  readonly parameters: readonly {
    readonly name: string
    readonly value: string
  }[]
  /** What is signed: sorted by name, joined as `name;value;` */
  readonly text: string
  /** The alias of the key, or `the RSA key` */
  readonly key: string
  /** The checksum that Sandcard computes */
  readonly checksum: string
  /** The checksum that was checked */
  readonly received: string | null
  /** Sent, but not received */
  readonly missing: readonly {
    readonly name: string
    readonly value: string
  }[]
  /** Received, but not sent */
  readonly extra: readonly {
    readonly name: string
    readonly value: string
  }[]
  readonly changed: readonly {
    readonly name: string
    readonly sent: string
    readonly received: string
  }[]
}

/** What `listCallbackKeys` answers. */
export type ListCallbackKeysAnswer = CallbackKeys

/** What `rotateCallbackKey` takes. */
export type RotateCallbackKeyRequest = {
  /** Made where none is given */
  readonly alias?: string
  /** Random where none is given */
  readonly key?: string
} | null

/** What `rotateCallbackKey` answers. */
export type RotateCallbackKeyAnswer = CallbackKeys

/** What `endCallbackKey` takes. */
export type EndCallbackKeyRequest = {
  readonly alias: string
}

/** What `endCallbackKey` answers. */
export type EndCallbackKeyAnswer = CallbackKeys

/** What `listRsaKeys` answers. */
export type ListRsaKeysAnswer = {
  readonly items: readonly ItemPart[]
}

/** What `rotateRsaKey` takes. */
export type RotateRsaKeyRequest = {
  /** pin: what PINs of interface B are encrypted for (GET /v2/keys/pin). callbacks: what signs them where callbackSignature is rsa */
  readonly use: 'pin' | 'callbacks'
  /** How long the credentials before still work, in real time whatever the project's clock says; 0 ends them at once */
  readonly overlapSeconds?: number
}

/** What `rotateRsaKey` answers. */
export type RotateRsaKeyAnswer = ItemPart

/** What `createWalletToken` takes. */
export type CreateWalletTokenRequest = {
  /** A test card, or a card of the project */
  readonly pan: string
  /** YYYYMM */
  readonly expiry: string
  /** Minor units; left to the payment where it is absent */
  readonly amount?: number
  /** ISO 4217 numeric code */
  readonly currency?: string
  /** true: the issuer may want 3-D Secure, as of a card on file */
  readonly withoutCryptogram?: boolean
}

/** What `createWalletToken` answers. */
export type CreateWalletTokenAnswer = {
  /** Base64; good for every wallet, as often as it is sent */
  readonly paymentToken: string
}

/** What `exportProject` answers. */
export type ExportProjectAnswer = {
  /** `sandcard-export` */
  readonly format: string
  readonly formatVersion: number
  /** The project's time */
  readonly exportedAt: number
  readonly project: Readonly<Record<string, unknown>>
  readonly settings: Readonly<Record<string, unknown>>
  readonly cardholders: readonly Readonly<Record<string, unknown>>[]
  readonly accounts: readonly Readonly<Record<string, unknown>>[]
  readonly cards: readonly Readonly<Record<string, unknown>>[]
  readonly cardNumbers: readonly Readonly<Record<string, unknown>>[]
  readonly cardUsages: readonly Readonly<Record<string, unknown>>[]
  readonly entries: readonly Readonly<Record<string, unknown>>[]
  readonly orders: readonly Readonly<Record<string, unknown>>[]
  readonly bindings: readonly Readonly<Record<string, unknown>>[]
  readonly callbacks: readonly Readonly<Record<string, unknown>>[]
}

/** Where the operations are: Interface A. */
export const interfaceARoutes: Readonly<Record<keyof InterfaceA, Route>> = {
  registerCustomer: { method: 'POST', path: '/v1/apigate/ws/rest/registerCustomer', body: 'json' },
  createVirtualCard: {
    method: 'POST',
    path: '/v1/apigate/ws/rest/createVirtualCard',
    body: 'json',
  },
  getCardLimits: { method: 'POST', path: '/v1/apigate/ws/rest/getCardLimits', body: 'json' },
  changeCardLimit: { method: 'POST', path: '/v1/apigate/ws/rest/changeCardLimit', body: 'json' },
  getCardData: { method: 'POST', path: '/v1/apigate/ws/rest/getCardData', body: 'json' },
  blockCard: { method: 'POST', path: '/v1/apigate/ws/rest/blockCard', body: 'json' },
  changeCardStatus: { method: 'POST', path: '/v1/apigate/ws/rest/changeCardStatus', body: 'json' },
  creditCard: { method: 'POST', path: '/v1/apigate/ws/rest/creditCard', body: 'json' },
  p2pTransfer: { method: 'POST', path: '/v1/apigate/ws/rest/p2pTransfer', body: 'json' },
  getTransactions: { method: 'POST', path: '/v1/apigate/ws/rest/getTransactions', body: 'json' },
}

/** Where the operations are: Interface B. */
export const interfaceBRoutes: Readonly<Record<keyof InterfaceB, Route>> = {
  createCardholder: { method: 'POST', path: '/v2/cardholders', body: 'json' },
  getCardholder: { method: 'GET', path: '/v2/cardholders/{id}', body: 'none' },
  updateCardholder: { method: 'PATCH', path: '/v2/cardholders/{id}', body: 'json' },
  createCard: { method: 'POST', path: '/v2/cards', body: 'json' },
  getCard: { method: 'GET', path: '/v2/cards/{id}', body: 'none' },
  updateCard: { method: 'PATCH', path: '/v2/cards/{id}', body: 'json' },
  getPinKey: { method: 'GET', path: '/v2/keys/pin', body: 'none' },
  createTopup: { method: 'POST', path: '/v2/topups', body: 'json' },
  createTransfer: { method: 'POST', path: '/v2/transfers', body: 'json' },
  listTransfers: {
    method: 'GET',
    path: '/v2/transfers',
    body: 'none',
    query: ['cardNumberFltr', 'periodStartFltr', 'periodEndFltr', 'statusFltr', 'limit', 'cursor'],
  },
}

/** Where the operations are: Interface C. */
export const interfaceCRoutes: Readonly<Record<keyof InterfaceC, Route>> = {
  register: { method: 'POST', path: '/payment/rest/register.do', body: 'form' },
  registerPreAuth: { method: 'POST', path: '/payment/rest/registerPreAuth.do', body: 'form' },
  getOrderStatusExtended: {
    method: 'POST',
    path: '/payment/rest/getOrderStatusExtended.do',
    body: 'form',
  },
  getOrderStatus: { method: 'POST', path: '/payment/rest/getOrderStatus.do', body: 'form' },
  getReceiptStatus: { method: 'POST', path: '/payment/rest/getReceiptStatus.do', body: 'form' },
  decline: { method: 'POST', path: '/payment/rest/decline.do', body: 'form' },
  addParams: { method: 'POST', path: '/payment/rest/addParams.do', body: 'form' },
  updateSSLCardList: { method: 'POST', path: '/payment/rest/updateSSLCardList.do', body: 'form' },
  getLastOrdersForMerchants: {
    method: 'POST',
    path: '/payment/rest/getLastOrdersForMerchants.do',
    body: 'form',
  },
  paymentorder: { method: 'POST', path: '/payment/rest/paymentorder.do', body: 'form' },
  paymentOrderBinding: {
    method: 'POST',
    path: '/payment/rest/paymentOrderBinding.do',
    body: 'form',
  },
  finish3dsPayment: { method: 'POST', path: '/payment/rest/finish3dsPayment.do', body: 'form' },
  continue3ds: { method: 'POST', path: '/payment/rest/3ds/continue.do', body: 'form' },
  finish3dsVer2Payment: {
    method: 'POST',
    path: '/payment/rest/finish3dsVer2Payment.do',
    body: 'form',
  },
  deposit: { method: 'POST', path: '/payment/rest/deposit.do', body: 'form' },
  refund: { method: 'POST', path: '/payment/rest/refund.do', body: 'form' },
  reverse: { method: 'POST', path: '/payment/rest/reverse.do', body: 'form' },
  autoCompletion: { method: 'POST', path: '/payment/rest/autoCompletion.do', body: 'form' },
  autoRefund: { method: 'POST', path: '/payment/rest/autoRefund.do', body: 'form' },
  getBindings: { method: 'POST', path: '/payment/rest/getBindings.do', body: 'form' },
  getAllBindings: { method: 'POST', path: '/payment/rest/getAllBindings.do', body: 'form' },
  getBindingsByCardOrId: {
    method: 'POST',
    path: '/payment/rest/getBindingsByCardOrId.do',
    body: 'form',
  },
  unBindCard: { method: 'POST', path: '/payment/rest/unBindCard.do', body: 'form' },
  bindCard: { method: 'POST', path: '/payment/rest/bindCard.do', body: 'form' },
  extendBinding: { method: 'POST', path: '/payment/rest/extendBinding.do', body: 'form' },
  verifyEnrollment: { method: 'POST', path: '/payment/rest/verifyEnrollment.do', body: 'form' },
  createBindingNoPayment: {
    method: 'POST',
    path: '/payment/rest/createBindingNoPayment.do',
    body: 'form',
  },
  instantPayment: { method: 'POST', path: '/payment/rest/instantPayment.do', body: 'form' },
  motoPayment: { method: 'POST', path: '/payment/rest/motoPayment.do', body: 'form' },
  verifyCard: { method: 'POST', path: '/payment/rest/verifyCard.do', body: 'form' },
  instantRefund: { method: 'POST', path: '/payment/rest/instantRefund.do', body: 'form' },
  recurrentPayment: { method: 'POST', path: '/payment/recurrentPayment.do', body: 'json' },
  installmentPayment: { method: 'POST', path: '/payment/installmentPayment.do', body: 'json' },
  applepayPayment: { method: 'POST', path: '/payment/applepay/payment.do', body: 'json' },
  applepayPaymentDirect: {
    method: 'POST',
    path: '/payment/applepay/paymentDirect.do',
    body: 'json',
  },
  googlePayment: { method: 'POST', path: '/payment/google/payment.do', body: 'json' },
  googlePaymentDirect: { method: 'POST', path: '/payment/google/paymentDirect.do', body: 'json' },
  samsungPayment: { method: 'POST', path: '/payment/samsung/payment.do', body: 'json' },
  samsungPaymentDirect: { method: 'POST', path: '/payment/samsung/paymentDirect.do', body: 'json' },
  mirPayment: { method: 'POST', path: '/payment/mir/payment.do', body: 'json' },
  mirPaymentDirect: { method: 'POST', path: '/payment/mir/paymentDirect.do', body: 'json' },
  getSessionStatus: { method: 'POST', path: '/payment/rest/getSessionStatus.do', body: 'form' },
  processform: { method: 'POST', path: '/payment/rest/processform.do', body: 'form' },
  processBindingForm: { method: 'POST', path: '/payment/rest/processBindingForm.do', body: 'form' },
  declineByClient: { method: 'POST', path: '/payment/rest/declineByClient.do', body: 'form' },
  getFinishedPaymentInfo: {
    method: 'POST',
    path: '/payment/rest/getFinishedPaymentInfo.do',
    body: 'form',
  },
}

/** Where the operations are: The control API. */
export const controlApiRoutes: Readonly<Record<keyof ControlApi, Route>> = {
  listProjects: {
    method: 'GET',
    path: '/control/v1/projects',
    body: 'none',
    query: ['limit', 'cursor', 'owner', 'ownerless'],
  },
  giveProject: { method: 'POST', path: '/control/v1/projects/{id}/owners', body: 'json' },
  getProject: { method: 'GET', path: '/control/v1/project', body: 'none' },
  updateProject: { method: 'PATCH', path: '/control/v1/project', body: 'json' },
  deleteProject: { method: 'DELETE', path: '/control/v1/project', body: 'none' },
  getStorage: { method: 'GET', path: '/control/v1/storage', body: 'none' },
  resetProject: { method: 'POST', path: '/control/v1/reset', body: 'none' },
  rotateCredentials: { method: 'POST', path: '/control/v1/credentials', body: 'json' },
  getClock: { method: 'GET', path: '/control/v1/clock', body: 'none' },
  moveClock: { method: 'POST', path: '/control/v1/clock', body: 'json' },
  getOverview: { method: 'GET', path: '/control/v1/overview', body: 'none' },
  search: { method: 'GET', path: '/control/v1/search', body: 'none', query: ['q'] },
  listCardholders: {
    method: 'GET',
    path: '/control/v1/cardholders',
    body: 'none',
    query: ['limit', 'cursor', 'q'],
  },
  showCardholder: { method: 'GET', path: '/control/v1/cardholders/{id}', body: 'none' },
  listCards: {
    method: 'GET',
    path: '/control/v1/cards',
    body: 'none',
    query: ['limit', 'cursor', 'status', 'cardholderId', 'lastFour'],
  },
  showCard: { method: 'GET', path: '/control/v1/cards/{id}', body: 'none' },
  listCardTransactions: {
    method: 'GET',
    path: '/control/v1/cards/{id}/transactions',
    body: 'none',
    query: ['limit', 'cursor', 'as'],
  },
  getOrderTotals: {
    method: 'GET',
    path: '/control/v1/orders/totals',
    body: 'none',
    query: ['status', 'dueUntil'],
  },
  listOrders: {
    method: 'GET',
    path: '/control/v1/orders',
    body: 'none',
    query: [
      'limit',
      'cursor',
      'status',
      'number',
      'q',
      'createdFrom',
      'createdUntil',
      'expiring',
      'dueUntil',
    ],
  },
  showOrder: { method: 'GET', path: '/control/v1/orders/{id}', body: 'none' },
  listBindings: {
    method: 'GET',
    path: '/control/v1/bindings',
    body: 'none',
    query: ['limit', 'cursor', 'clientId'],
  },
  getLedger: { method: 'GET', path: '/control/v1/ledger', body: 'none' },
  getTrialBalance: { method: 'GET', path: '/control/v1/ledger/trial-balance', body: 'none' },
  listAccounts: {
    method: 'GET',
    path: '/control/v1/accounts',
    body: 'none',
    query: ['limit', 'cursor'],
  },
  showAccount: { method: 'GET', path: '/control/v1/accounts/{account}', body: 'none' },
  listAccountEntries: {
    method: 'GET',
    path: '/control/v1/accounts/{account}/entries',
    body: 'none',
    query: ['limit', 'cursor'],
  },
  listEntries: {
    method: 'GET',
    path: '/control/v1/entries',
    body: 'none',
    query: ['limit', 'cursor', 'account', 'kind', 'cardId', 'orderId'],
  },
  showEntry: { method: 'GET', path: '/control/v1/entries/{id}', body: 'none' },
  listCallbacks: {
    method: 'GET',
    path: '/control/v1/callbacks',
    body: 'none',
    query: ['limit', 'cursor', 'state', 'orderId'],
  },
  getCallback: { method: 'GET', path: '/control/v1/callbacks/{id}', body: 'none' },
  resendCallback: { method: 'POST', path: '/control/v1/callbacks/{id}/resend', body: 'none' },
  resendCallbacks: { method: 'POST', path: '/control/v1/callbacks/resend', body: 'json' },
  sendTestCallback: { method: 'POST', path: '/control/v1/callbacks/test', body: 'json' },
  verifyCallback: { method: 'POST', path: '/control/v1/callbacks/verify', body: 'json' },
  listCallbackKeys: { method: 'GET', path: '/control/v1/callback-keys', body: 'none' },
  rotateCallbackKey: { method: 'POST', path: '/control/v1/callback-keys', body: 'json' },
  endCallbackKey: { method: 'DELETE', path: '/control/v1/callback-keys/{alias}', body: 'none' },
  listRsaKeys: { method: 'GET', path: '/control/v1/rsa-keys', body: 'none' },
  rotateRsaKey: { method: 'POST', path: '/control/v1/rsa-keys', body: 'json' },
  createWalletToken: { method: 'POST', path: '/control/v1/wallet-tokens', body: 'json' },
  exportProject: { method: 'GET', path: '/control/v1/export', body: 'none' },
}
