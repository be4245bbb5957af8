#!/usr/bin/perl
# Writes the answers of a SOAP::Lite server into this folder: perl generate.pl
use strict;
use warnings;
use utf8;
use FindBin;
use SOAP::Lite;

package Answers;

# Plain hashes: SOAP::Lite guesses every type from the value, and writes text that is not ASCII in base64.
sub envelope {
	my ($response) = @_;
	return { result => SOAP::Data->type(boolean => 1), error_code => 0, message => 'Done', response => $response };
}

sub authenticationTest { return envelope(undef) }

sub readDivision {
	return envelope({
		name => "Nörd \x{1F600}", phone => '18015550101', default_code => '12345', url => '', email => undef,
		address => { city => "Orém", zip => '02134', street => "5 <A> & St\r\nRear", state_abbr => 'UT' },
		divisions => [],
		subscriptionnodes => [{ name => 'Staff', keyword => '007', ispublic => 1, stackOrder => 2 }],
	});
}

# One object in two places: multi-references.
sub getActiveSubscribers {
	my $address = { city => 'Orem', zip => 84057 };
	my @subscribers = map {
		{ name => 'Staff', email => 1, landline => 0, created_at => '2011-02-03 04:05:06',
		  user => { first_name => $_->[0], phone => $_->[1], address => $address } }
	} ['Ann', '18015551001'], ['Zoë', '447700900123'];
	return envelope({ subscribers => \@subscribers });
}

sub getTransactionStatus {
	return envelope({ transactionlist => [{ sendTo => 18015550001, status_code => 101, status_message => 'Sent to Carrier' }] });
}

sub getCellularCarrierId {
	return envelope({ list => [{ phone => '18015551001', carrier => 'AT&T', carrier_id => 383, international => 'false', landline => 0, invalid => 0 }] });
}

sub sendMessage {
	return { result => 'true', error_code => 0, message => 'Message request received', transaction_ticket => '1e5', custom_ticket => '3.50' };
}

sub getDivisionGroups { return { result => 0, error_code => 105, message => 'Invalid keyword: Ünknown' } }

sub test { return 1 }

sub readTemplate { die SOAP::Fault->faultcode('Server')->faultstring('The database is gone') }

package main;

for my $operation (qw(authenticationTest readDivision getActiveSubscribers getTransactionStatus getCellularCarrierId sendMessage getDivisionGroups test readTemplate)) {
	my $server = SOAP::Server->new->dispatch_with({ 'urn:webservices2_0_0' => 'Answers' });
	my $answer = $server->handle(qq{<E:Envelope xmlns:E="http://schemas.xmlsoap.org/soap/envelope/"><E:Body><n:$operation xmlns:n="urn:webservices2_0_0"/></E:Body></E:Envelope>});
	open my $file, '>:raw', "$FindBin::Bin/$operation.xml" or die $!;
	utf8::encode($answer) if utf8::is_utf8($answer);
	print $file $answer;
	close $file;
}
