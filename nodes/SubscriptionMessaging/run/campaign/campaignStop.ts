/** Why a campaign cannot go on, found out before anything of it is sent. */
export class CampaignStop extends Error {
	/** @param fix what a person can do about it */
	constructor(
		readonly reason: string,
		readonly fix: string,
	) {
		super(reason);
	}
}
